/**
 * Large arguments that do not fit at sight are judged on another thread: what comes of it is the reference's, and the event
 * loop turns meanwhile.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createToolExecutor, validateToolArguments } from "../index.js";
import { implementations } from "./play/agree.js";
import { DISPATCHES, loadImplementations, packageUrl } from "./play/implementations.js";
import { CHANGED, KINDS, MANY, microtasks, runLarge, times } from "./play/large.js";
import { runProgram } from "./programs/run.js";
import { listening } from "./view/listen.js";

vi.setConfig({ testTimeout: 120_000 });

const done = { content: [{ type: "text", text: "done" }], details: {} };
const callOf = (args, id = "1") => ({ type: "toolCall", id, name: "t", arguments: args });

describe.each(DISPATCHES)("large arguments, handed over %s,", (dispatch) => {
  it.each(Object.entries(KINDS))("%s: the same events and results", async (_, kind) => {
    const expected = await runLarge(implementations.reference, kind);
    const actual = await runLarge(implementations[dispatch], kind);
    expect(expected.waited).toBe(false);
    expect(actual.waited).toBe(true);
    expect(actual.seen === expected.seen, firstDifference(expected.seen, actual.seen)).toBe(true);
  });

  it("let the event loop turn while they are judged", async () => {
    let turns = 0;
    let atExecute;
    const execute = () => {
      atExecute = turns;
      return done;
    };
    const tools = [{ name: "t", parameters: CHANGED.parameters, execute }];
    // So many that this thread has its turn even where others have the machine.
    const message = { content: [callOf({ values: times(10 * MANY, String) })] };
    const { executeToolCalls } = implementations[dispatch];
    const batch = executeToolCalls({ tools }, message, {}, undefined, () => {});
    while (atExecute === undefined) {
      await turnOfTheLoop();
      turns++;
    }
    await batch;
    // Handing over through the queue takes a turn or two by itself.
    expect(atExecute).toBeGreaterThan(5);
  });

  it("of twenty batches at once come to their own batch, in its own async context", async () => {
    const storage = new AsyncLocalStorage();
    const seen = times(20, () => []);
    const { executeToolCalls } = implementations[dispatch];
    const runOne = async (batch) => {
      const see = (who) => seen[batch].push(`${who} of ${storage.getStore()}`);
      const execute = (_, { values }) => {
        see(`execute ${values.length} from ${values[0]}`);
        return done;
      };
      const tools = [{ name: "t", parameters: CHANGED.parameters, execute }];
      const content = times(2, (n) => callOf({ values: times(MANY - n, (k) => String(batch + n + k)) }, `${n}`));
      const config = { beforeToolCall: () => void see("before") };
      await executeToolCalls({ tools }, { content }, config, undefined, ({ type }) => void see(type));
      see("the end");
    };
    await Promise.all(times(20, (batch) => storage.run(`batch ${batch}`, runOne, batch)));
    const steps = (batch) => [
      ...["tool_execution_start", "before", "tool_execution_start", "before"],
      ...[`execute ${MANY} from ${batch}`, `execute ${MANY - 1} from ${batch + 1}`],
      ...["tool_execution_end", "tool_execution_end"],
      ...["message_start", "message_end", "message_start", "message_end", "the end"],
    ];
    expect(seen).toEqual(times(20, (batch) => steps(batch).map((step) => `${step} of batch ${batch}`)));
  });

  it.each(["0.73.1", "1.6.0"])("of a batch that is aborted meanwhile, by the rules of %s", async (version) => {
    const versions = await loadImplementations(version);
    const run = async ({ executeToolCalls }, abortsFirst) => {
      const seen = [];
      const controller = new AbortController();
      const execute = (_id, _args, signal) => {
        seen.push(`execute, aborted ${signal.aborted}`);
        return done;
      };
      const prepareArguments = (args) => {
        // The reference judges at once: an abort before it is as good as one meanwhile.
        if (abortsFirst) controller.abort();
        return args;
      };
      const tools = [{ name: "t", parameters: CHANGED.parameters, prepareArguments, execute }];
      const content = [callOf(CHANGED.args), callOf(CHANGED.args, "2")];
      let seenWhenAborted;
      const abort = () => {
        seenWhenAborted = [...seen];
        controller.abort();
      };
      const emit = (event) => {
        // Whatever needs no verdict happens in the microtasks that follow, and the verdict comes after them.
        const isFirst = seen.push(event.result ?? event.type) === 1;
        if (isFirst && !abortsFirst) microtasks().then(abort);
      };
      await executeToolCalls({ tools }, { content }, {}, controller.signal, emit);
      if (!abortsFirst) expect(seenWhenAborted).toEqual(["tool_execution_start"]);
      return seen;
    };
    expect(await run(versions[dispatch], false)).toEqual(await run(versions.reference, true));
  });

  it("of runToolCall", async () => {
    const { runToolCall } = createToolExecutor({ dispatch, compat: "1.6.0" });
    const execute = async (_, { values }) => ({ content: values });
    const tools = [{ name: "t", parameters: CHANGED.parameters, execute }];
    const { result } = await runToolCall(callOf(CHANGED.args), { tools, context: {} });
    expect(result.content).toEqual(times(MANY, (n) => n));
  });

  it("end the process no sooner than their verdict has come", async () => {
    const expected = await runProgram("large-arguments.js", ["reference"]);
    expect(expected.stdout).toMatch(/^tool_execution_start[\s\S]*exit 0\n$/);
    expect(await runProgram("large-arguments.js", [dispatch])).toEqual(expected);
  });
});

it("a process may exit while large arguments are judged", async () => {
  const ended = await runProgram("large-arguments.js", ["inline", "exits"]);
  expect(ended).toEqual({ code: 0, signal: null, stdout: "tool_execution_start\nexit 0\n", stderr: "" });
});

it("a worker may be ended while large arguments are judged, be the addon loaded elsewhere or not", async () => {
  const { stdout, ...others } = await runProgram("workers-that-judge.js", [packageUrl]);
  expect(others).toEqual({ code: 0, signal: null, stderr: "" });
  expect(stdout).toBe("10 ended alone, 10 beside a batch; inline fine\n");
});

it("verdicts from another thread leave no memory behind", async () => {
  const { stdout, ...others } = await runProgram("many-verdicts.js", [packageUrl]);
  expect(others).toEqual({ code: 0, signal: null, stderr: "" });
  const { first, last } = JSON.parse(stdout);
  expect(last - first, `resident bytes from ${first} to ${last}`).toBeLessThan(32 * 1024 * 1024);
});

it("the time that a verdict takes counts as validating", async () => {
  const { executeToolCalls } = implementations.inline;
  const tools = [{ name: "t", parameters: CHANGED.parameters, execute: () => done }];
  let least = 0;
  const heard = await listening(async () => {
    let over = false;
    const content = [callOf({ values: times(10 * MANY, String) })];
    const batch = executeToolCalls({ tools }, { content }, {}, undefined, (event) => {
      if (event.type === "tool_execution_end") over = true;
    });
    await turnOfTheLoop();
    const first = process.hrtime();
    while (!over) {
      const [seconds, nanoseconds] = process.hrtime(first);
      await turnOfTheLoop();
      if (!over) least = seconds * 1e3 + nanoseconds / 1e6;
    }
    await batch;
  });
  const { milliseconds } = heard.find(({ of, event }) => of === "tool" && event === "asyncEnd").message;
  expect(least).toBeGreaterThan(0);
  expect(milliseconds.validating).toBeGreaterThanOrEqual(least);
});

it("validateToolArguments gives its verdict at once, however large the arguments", () => {
  const tool = { name: "t", parameters: CHANGED.parameters };
  expect(validateToolArguments(tool, callOf(CHANGED.args)).values).toEqual(times(MANY, (n) => n));
});

function firstDifference(expected, actual) {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  return `expected …${expected.slice(at - 40, at + 80)}…, got …${actual.slice(at - 40, at + 80)}…`;
}
