/**
 * Random batches with every option on and tools that hang, settle late, throw late and ignore aborts. Whatever they do, each
 * call has exactly one start, one end and one message, and nothing stays behind.
 */
import { getEventListeners } from "node:events";
import { Dice } from "../random/dice.js";
import { createToolExecutor, ok } from "./batch.js";

const LONGEST_CALLS = 8;

const { executeToolCalls } = createToolExecutor({
  timeoutMs: (tool, toolCall) => (toolCall.arguments.patient ? undefined : 1 + (toolCall.arguments.n % 7)),
  abortGraceMs: 3,
  maxConcurrency: 3,
  sequentialTools: "barrier",
  repairArguments: true,
  duplicateIds: "refuse",
  suggestNames: true,
  refuseTruncated: true,
});

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a tool does; `patient` ones have no time limit, so they have to end by themselves. */
const TOOLS = {
  fast: async () => ok("fast"),
  slow: async ({ n }) => sleep(n % 9).then(() => ok("slow")),
  hang: () => new Promise(() => {}),
  late: async () => sleep(12).then(() => ok("late")),
  throws: async () => {
    throw new Error("throws");
  },
  throwsLate: async () =>
    sleep(12).then(() => {
      throw new Error("throws late");
    }),
  updatesLate: async (_args, _signal, onUpdate) => {
    onUpdate(ok("in time"));
    await sleep(12);
    onUpdate(ok("late"));
    return ok("updated");
  },
  hears: (_args, signal) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(new Error("heard")), { once: true }),
    ),
};

const HANGS = ["hang", "hears"];

function toolNamed(name, sequential) {
  const tool = {
    name,
    parameters: { type: "object" },
    execute: (_id, args, signal, onUpdate) => TOOLS[name](args, signal, onUpdate),
  };
  return sequential ? { ...tool, executionMode: "sequential" } : tool;
}

/** @param {number} seed @returns {Promise<string[]>} what is wrong with it */
export async function hostileBatch(seed) {
  const dice = new Dice(seed);
  const tools = Object.keys(TOOLS).map((name) => toolNamed(name, dice.chance(0.2)));
  const calls = dice.list(dice.int(1, LONGEST_CALLS), (n) => {
    const name = dice.chance(0.05) ? "unknown" : dice.pick(Object.keys(TOOLS));
    const patient = !HANGS.includes(name) && dice.chance(0.2);
    return { type: "toolCall", id: dice.chance(0.05) ? "0" : `${n}`, name, arguments: { n: dice.int(0, 99), patient } };
  });
  const controller = dice.chance(0.5) ? new AbortController() : undefined;
  if (controller && dice.chance(0.7)) setTimeout(() => controller.abort(), dice.int(0, 8));
  const config = {
    toolExecution: dice.chance(0.2) ? "sequential" : "parallel",
    ...(dice.chance(0.3) ? { beforeToolCall: async () => ({ block: dice.chance(0.2) }) } : {}),
    ...(dice.chance(0.3) ? { afterToolCall: async () => ({ details: 1 }) } : {}),
  };
  const message = { role: "assistant", content: calls, stopReason: dice.chance(0.05) ? "length" : "toolUse" };
  const events = [];
  const { messages } = await executeToolCalls({ tools }, message, config, controller?.signal, (event) => {
    events.push(event);
  });
  return wrongWith({ seed, calls, events, messages, signal: controller?.signal });
}

function wrongWith({ seed, calls, events, messages, signal }) {
  const wrong = [];
  const count = (type) => events.filter((event) => event.type === type).length;
  for (const type of ["tool_execution_start", "tool_execution_end", "message_start", "message_end"]) {
    if (count(type) !== calls.length) wrong.push(`${count(type)} times ${type} for ${calls.length} calls`);
  }
  const ids = messages.map(({ toolCallId }) => toolCallId).join();
  if (ids !== calls.map(({ id }) => id).join()) wrong.push(`messages of ${ids}`);
  for (const { toolCallId } of calls.map(({ id }) => ({ toolCallId: id }))) {
    const starts = events.findIndex(
      (event) => event.type === "tool_execution_start" && event.toolCallId === toolCallId,
    );
    const ends = events.findIndex((event) => event.type === "tool_execution_end" && event.toolCallId === toolCallId);
    if (!(starts >= 0 && starts < ends)) wrong.push(`call ${toolCallId} ends before it starts`);
  }
  if (signal && getEventListeners(signal, "abort").some(({ name }) => name !== "")) wrong.push("a listener is left");
  return wrong.map((text) => `seed ${seed}: ${text}`);
}
