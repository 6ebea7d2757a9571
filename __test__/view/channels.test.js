/** `node:diagnostics_channel`: what is told of each call and each batch, and that telling it changes nothing. */
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { createToolExecutor, executeToolCalls } from "../../index.js";
import { implementations } from "../play/agree.js";
import { DISPATCHES } from "../play/implementations.js";
import { compareBatch, playBatch } from "../random/compare.js";
import { output } from "../register/runtime.js";
import { EVENTS, listening, tool } from "./listen.js";
import { runSeven, STATUSES, thrown } from "./seven.js";

vi.setConfig({ testTimeout: 60_000 });

const result = { content: [], details: {} };
const call = (name, id = "1", args = {}) => ({ type: "toolCall", id, name, arguments: args });
const toolOf = (name, execute = () => result, more = {}) => ({
  name,
  parameters: { type: "object" },
  execute,
  ...more,
});

function run({
  tools = [toolOf("t")],
  calls = [call("t")],
  config = {},
  emit = () => {},
  executor = { executeToolCalls },
}) {
  return executor.executeToolCalls({ tools }, { content: calls }, config, undefined, emit);
}

const ofTool = (heard) => heard.filter(({ of }) => of === "tool");
const ofBatch = (heard) => heard.filter(({ of }) => of === "batch");
const names = (heard) => heard.map(({ of, event }) => `${of} ${event}`);

describe("a subscriber", () => {
  it("hears of a call and its batch in the order of a tracing channel, with one message for each", async () => {
    const heard = await listening(() => run({}));
    expect(names(heard)).toEqual([
      "batch start",
      "tool start",
      "tool end",
      "batch end",
      "tool asyncStart",
      "tool asyncEnd",
      "batch asyncStart",
      "batch asyncEnd",
    ]);
    const [message, ...others] = new Set(ofTool(heard).map((one) => one.message));
    expect(others).toEqual([]);
    expect(message).toMatchObject({ toolCallId: "1", toolName: "t", mode: "parallel", index: 0, status: "ok" });
    expect(message.batch).toBe(heard[0].message);
    expect(heard[0].message).toMatchObject({ mode: "parallel", calls: 1, statuses: ["ok"] });
    expect(heard[0].message.milliseconds).toBeGreaterThan(0);
    expect(message).not.toHaveProperty("error");
  });

  it.each(["parallel", "sequential"])("hears the status of every call, in %s mode", async (mode) => {
    const heard = await listening(() => runSeven(mode));
    const ends = ofTool(heard).filter(({ event }) => event === "asyncEnd");
    expect(new Map(ends.map(({ message }) => [message.toolName, message.status]))).toEqual(
      new Map(STATUSES.map((status) => [status, mode === "parallel" || status !== "timeout" ? status : "aborted"])),
    );
    expect(ends.every(({ message }) => message.mode === mode)).toBe(true);
    const failures = ofTool(heard).filter(({ event }) => event === "error");
    expect(failures.map(({ message }) => message.toolName).sort()).toEqual(STATUSES.filter((s) => s !== "ok").sort());
    const errors = Object.fromEntries(failures.map(({ message }) => [message.toolName, message.error]));
    expect(errors.error).toBe(thrown);
    expect(errors.blocked.message).toBe("no");
    expect(errors.unknown.message).toBe("Tool unknown not found");
    expect(errors.invalid.message).toContain("must have required properties a");
    const [{ message }] = ofBatch(heard);
    expect(message.statuses).toHaveLength(STATUSES.length);
  });

  it("hears the mode that a tool's wish makes, and that a barrier unmakes", async () => {
    const tools = [toolOf("t", undefined, { executionMode: "sequential" })];
    const modeBy = async (executor) => (await listening(() => run({ tools, executor })))[0].message.mode;
    expect(await modeBy({ executeToolCalls })).toBe("sequential");
    expect(await modeBy(createToolExecutor({ sequentialTools: "barrier" }))).toBe("parallel");
  });

  it("hears what the after hook made of a result", async () => {
    const config = { afterToolCall: () => ({ isError: true }) };
    const heard = await listening(() => run({ config }));
    expect(heard.find(({ event }) => event === "error").message).toMatchObject({ status: "error" });
  });

  it("hears of runToolCall as of a call without a batch", async () => {
    const { runToolCall } = createToolExecutor({ compat: "1.6.0" });
    const heard = await listening(() => runToolCall(call("t"), { tools: [toolOf("t")], context: {} }));
    expect(names(heard)).toEqual(["tool start", "tool end", "tool asyncStart", "tool asyncEnd"]);
    expect(heard[0].message).toMatchObject({ batch: undefined, status: "ok" });
  });

  it.each([
    ["the start of its second call", "tool_execution_start", 2, ["error", "error"]],
    ["the end of its first call", "tool_execution_end", 1, ["ok", "ok"]],
    ["its first result", "message_start", 1, ["ok", "ok"]],
  ])("hears one end of each call, and the reason, where the emitter fails at %s", async (_, type, nth, statuses) => {
    const reason = new Error("emit failed");
    let seen = 0;
    const emit = (event) => {
      if (event.type === type && ++seen === nth) throw reason;
    };
    const calls = [call("t", "1"), call("t", "2")];
    const heard = await listening(() => expect(run({ calls, emit })).rejects.toBe(reason));
    const ends = ofTool(heard).filter(({ event }) => event === "asyncEnd");
    expect(ends.map(({ message }) => message.toolCallId).sort()).toEqual(["1", "2"]);
    expect(ends.map(({ status }) => status)).toEqual(statuses);
    expect(ofBatch(heard).map(({ event }) => event)).toEqual(["start", "end", "error", "asyncStart", "asyncEnd"]);
    expect(ofBatch(heard)[0].message.error).toBe(reason);
  });
});

describe("the milliseconds", () => {
  const SPIN_MS = 4;
  function spin(value) {
    for (const until = performance.now() + SPIN_MS; performance.now() <= until; );
    return value;
  }
  const spinning = {
    get a() {
      return spin(1);
    },
  };
  it.each([
    ["preparing", { tools: [toolOf("t", undefined, { prepareArguments: spin })] }],
    ["validating", { calls: [call("t", "1", spinning)], emit: () => {} }],
    ["hooks", { config: { beforeToolCall: () => spin() } }],
    ["hooks", { config: { afterToolCall: () => spin() } }],
    ["executing", { tools: [toolOf("t", () => spin(result))] }],
    [
      "queued",
      {
        calls: [call("t", "1"), call("slow", "2")],
        tools: [toolOf("t"), toolOf("slow", undefined, { prepareArguments: spin })],
      },
    ],
    ["queued", { calls: [call("none", "0"), call("t", "1")], emit: (event) => event.toolCallId === "0" && spin() }],
  ])("are %s for what takes time there", async (stage, batch) => {
    const heard = await listening(() => run(batch));
    const { message } = heard.find(({ event, message }) => event === "asyncEnd" && message.toolCallId === "1");
    const { total, queued, ...others } = message.milliseconds;
    expect(message.milliseconds[stage]).toBeGreaterThanOrEqual(SPIN_MS);
    for (const time of Object.values(message.milliseconds)) expect(time).toBeGreaterThanOrEqual(0);
    const sum = Object.values(others).reduce((all, time) => all + time, 0);
    expect(sum).toBeLessThanOrEqual(total + 1e-6);
  });
});

describe("nobody listening", () => {
  /** How many watched batches and calls there were: each makes one of these. */
  async function watchedIn(body) {
    let made = 0;
    const hook = createHook({ init: (_, type) => (made += type === "pi-toolcalls" ? 1 : 0) }).enable();
    await body();
    hook.disable();
    return made;
  }

  it("nothing is watched, before and after somebody did", async () => {
    expect(await watchedIn(() => run({}))).toBe(0);
    expect(await watchedIn(() => listening(() => run({})))).toBe(2);
    expect(await watchedIn(() => run({}))).toBe(0);
  });

  it.each(EVENTS)("is not the case when somebody listens to %s alone", async (event) => {
    const ignore = () => {};
    tool[event].subscribe(ignore);
    const watched = await watchedIn(() => run({}));
    tool[event].unsubscribe(ignore);
    expect(watched).toBe(2);
  });
});

describe("a subscriber that throws", () => {
  it("changes nothing, and is reported once as a process warning", async () => {
    const program = fileURLToPath(new URL("programs/throwing-subscriber.js", import.meta.url));
    const { code, stdout, stderr } = await output(process.execPath, [program]);
    expect(code).toBe(0);
    expect(stdout).toBe("fulfilled with done, fulfilled with done; the other subscriber heard 16\n");
    expect(stderr.match(/PiToolcallsWarning/g)).toHaveLength(1);
    expect(stderr).toContain('A subscriber of the channel "tracing:pi-toolcalls:batch:start" threw: what a pity.');
  });
});

describe("a batch that is watched", () => {
  const SEEDS = 150;
  it.each([
    ["none", DISPATCHES],
    ["settle", DISPATCHES],
    ["microtask", ["inline"]],
  ])("agrees with the reference in every logged point, ties %s", { timeout: 120_000 }, async (ties, dispatches) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      let differences;
      const heard = await listening(async () => {
        differences = await compareBatch(implementations, { seed, dispatches, ties, exactReads: false });
      });
      expect(differences.map(({ text }) => text).join("\n\n")).toBe("");
      const of = (event) =>
        ofTool(heard)
          .filter((one) => one.event === event)
          .map(({ message }) => message);
      expect(new Set(of("asyncEnd")).size, `each call has one end, seed ${seed}`).toBe(of("asyncEnd").length);
      expect(new Set(of("asyncEnd"))).toEqual(new Set(of("start")));
      expect(of("asyncEnd").every(({ status }) => STATUSES.includes(status))).toBe(true);
    }
  });

  it.each(DISPATCHES)(
    "is the same as one that is not, aborts and limits among it, handed over %s",
    async (dispatch) => {
      const executor = { ...createToolExecutor({ dispatch, maxConcurrency: 2 }), quietTurns: 5 };
      for (let seed = 1; seed <= 60; seed++) {
        const alone = await playBatch(executor, { seed });
        let watched;
        await listening(async () => {
          watched = await playBatch(executor, { seed });
        });
        expect(watched.lines).toEqual(alone.lines);
      }
    },
  );
});

describe("a store that is bound to the channel", () => {
  it.each(DISPATCHES.flatMap((dispatch) => ["parallel", "sequential"].map((mode) => [mode, dispatch])))(
    "is each call's own in its tool, hooks and events, in %s mode, handed over %s",
    async (toolExecution, dispatch) => {
      const own = new AsyncLocalStorage();
      const callers = new AsyncLocalStorage();
      const seen = [];
      const see = (id) => seen.push([id, own.getStore()?.toolCallId, callers.getStore()]);
      const later = () => new Promise((resolve) => setImmediate(resolve));
      const execute = async (id) => {
        await later();
        see(id);
        return result;
      };
      const hook = async ({ toolCall }) => {
        await later();
        see(toolCall.id);
      };
      tool.start.bindStore(own, (message) => message);
      await callers.run("the caller", () =>
        run({
          tools: [toolOf("t", execute)],
          calls: [call("t", "a"), call("none", "b"), call("t", "c")],
          config: { toolExecution, beforeToolCall: hook, afterToolCall: hook },
          emit: (event) => see(event.message === undefined ? event.toolCallId : undefined),
          executor: createToolExecutor({ dispatch }),
        }),
      );
      tool.start.unbindStore(own);
      expect(seen).toHaveLength(2 * 3 + 3 * 2 + 3 * 2);
      for (const [id, ofCall, ofCaller] of seen) expect([ofCall, ofCaller]).toEqual([id, "the caller"]);
    },
  );
});
