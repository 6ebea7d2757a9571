import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { callsOf, createToolExecutor, gate, never, ok, run, tool } from "./batch.js";

const DISPATCHES = ["inline", "queued"];
const LONG = 60_000;
const SHORT = 15;

/** Which end comes first is for the machine to say where times are real. */
const sorted = (seen) => seen.split(" ").sort().join(" ");

describe.each(DISPATCHES)("timeoutMs, %s", (dispatch) => {
  const options = { dispatch, timeoutMs: SHORT };

  it("ends the call of a tool that hangs, and leaves the others alone", async () => {
    const { seen, texts } = await run(options, {
      tools: [tool("hang", never), tool("fast")],
      calls: callsOf("hang", "fast"),
    });
    expect(sorted(seen)).toBe(sorted("s0 s1 e0! e1 <0 >0 <1 >1"));
    expect(texts).toEqual([`Tool "hang" timed out after ${SHORT} ms`, "fast"]);
  });

  it("goes on to the next call of a sequential batch", async () => {
    const { seen } = await run(options, {
      tools: [tool("hang", never), tool("fast")],
      calls: callsOf("hang", "fast"),
      config: { toolExecution: "sequential" },
    });
    expect(seen).toBe("s0 e0! <0 >0 s1 e1 <1 >1");
  });

  it("lets afterToolCall see the failure and override it", async () => {
    const seen = [];
    const afterToolCall = ({ isError, result }) => {
      seen.push(isError, result.content[0].text);
      return { isError: false, content: [{ type: "text", text: "overridden" }] };
    };
    const { texts } = await run(options, {
      tools: [tool("hang", never)],
      calls: callsOf("hang"),
      config: { afterToolCall },
    });
    expect(seen).toEqual([true, `Tool "hang" timed out after ${SHORT} ms`]);
    expect(texts).toEqual(["overridden"]);
  });

  it("aborts the call's own signal, with the reason, and not the batch's", async () => {
    const controller = new AbortController();
    let own;
    const hang = tool("hang", (_id, _args, signal) => {
      own = signal;
      return never();
    });
    await run(options, { tools: [hang], calls: callsOf("hang"), signal: controller.signal });
    expect(own.aborted).toBe(true);
    expect(own.reason).toMatchObject({ name: "TimeoutError", message: `Tool "hang" timed out after ${SHORT} ms` });
    expect(controller.signal.aborted).toBe(false);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("drops what the tool still does: updates, a result, a throw", async () => {
    const late = gate();
    const updates = [];
    const outlives = tool("outlives", async (_id, _args, _signal, onUpdate) => {
      onUpdate(ok("in time"));
      await late.opened;
      updates.push(onUpdate(ok("late")));
      throw new Error("late");
    });
    const batch = await run(options, { tools: [outlives], calls: callsOf("outlives") });
    late.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(updates).toEqual([undefined]);
    expect(batch.events.map(({ type }) => type)).toEqual([
      "tool_execution_start",
      "tool_execution_update",
      "tool_execution_end",
      "message_start",
      "message_end",
    ]);
  });

  it("waits for the updates that were emitted in time", async () => {
    const events = [];
    const delivered = gate();
    const { executeToolCalls } = createToolExecutor(options);
    const hang = tool("hang", (_id, _args, _signal, onUpdate) => {
      onUpdate(ok("part"));
      return never();
    });
    const ended = executeToolCalls({ tools: [hang] }, { content: callsOf("hang") }, {}, undefined, async (event) => {
      events.push(event.type);
      if (event.type === "tool_execution_update") await delivered.opened;
    });
    await new Promise((resolve) => setTimeout(resolve, 4 * SHORT));
    expect(events).not.toContain("tool_execution_end");
    delivered.open();
    await ended;
    expect(events).toContain("tool_execution_end");
  });

  it("rejects the batch where an update's emission failed, as ever", async () => {
    const { executeToolCalls } = createToolExecutor(options);
    const hang = tool("hang", (_id, _args, _signal, onUpdate) => {
      onUpdate(ok("part"));
      return never();
    });
    const ended = executeToolCalls({ tools: [hang] }, { content: callsOf("hang") }, {}, undefined, async (event) => {
      if (event.type === "tool_execution_update") throw new Error("the emitter fails");
    });
    await expect(ended).rejects.toThrow("the emitter fails");
  });

  it("is no matter to a tool that is done in time", async () => {
    const { seen } = await run({ dispatch, timeoutMs: LONG }, { tools: [tool("fast")], calls: callsOf("fast") });
    expect(seen).toBe("s0 e0 <0 >0");
  });

  it("is told by a function of tool and call, and by the tool before it", async () => {
    const asked = [];
    const timeoutMs = (tool, toolCall) => {
      asked.push([tool.name, toolCall.id]);
      return tool.name === "free" ? undefined : SHORT;
    };
    const { texts } = await run(
      { dispatch, timeoutMs },
      {
        tools: [tool("free"), tool("hang", never), tool("own", never, { timeoutMs: SHORT + 1 })],
        calls: callsOf("free", "hang", "own"),
      },
    );
    expect(asked).toEqual([
      ["free", "0"],
      ["hang", "1"],
    ]);
    expect(texts).toEqual([
      "free",
      `Tool "hang" timed out after ${SHORT} ms`,
      `Tool "own" timed out after ${SHORT + 1} ms`,
    ]);
  });

  it.each([
    [
      tool("odd", undefined, { timeoutMs: "soon" }),
      LONG,
      /^timeoutMs of tool "odd" must be a number of milliseconds .* got soon/,
    ],
    [tool("odd"), () => -1, /^What timeoutMs gives for tool "odd" must be a number of milliseconds .* got -1/],
    [
      tool("odd"),
      () => {
        throw new Error("no idea");
      },
      /^no idea$/,
    ],
  ])("refuses the call where the time makes no sense (%#)", async (odd, timeoutMs, text) => {
    const { seen, texts } = await run({ dispatch, timeoutMs }, { tools: [odd], calls: callsOf("odd") });
    expect(seen).toBe("s0 e0! <0 >0");
    expect(texts[0]).toMatch(text);
  });

  it("passes the batch's abort on to the call's signal", async () => {
    const controller = new AbortController();
    const hears = tool("hears", (_id, _args, signal) => {
      const heard = new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      controller.abort(new Error("the user stopped it"));
      return heard;
    });
    const { texts } = await run(
      { dispatch, timeoutMs: LONG },
      { tools: [hears], calls: callsOf("hears"), signal: controller.signal },
    );
    expect(texts).toEqual(["the user stopped it"]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("runs while JavaScript is busy", async () => {
    const busy = tool("busy", () => {
      const hang = never();
      const until = performance.now() + 3 * SHORT;
      while (performance.now() < until);
      return hang;
    });
    const { texts } = await run({ dispatch, timeoutMs: 2 * SHORT }, { tools: [busy], calls: callsOf("busy") });
    expect(texts).toEqual([`Tool "busy" timed out after ${2 * SHORT} ms`]);
  });
});

describe.each(DISPATCHES)("abortGraceMs, %s", (dispatch) => {
  it("ends what still runs, and keeps what has finished", async () => {
    const controller = new AbortController();
    const { seen, texts } = await run(
      { dispatch, abortGraceMs: SHORT },
      {
        tools: [tool("hang", never), tool("fast")],
        calls: callsOf("hang", "fast"),
        signal: controller.signal,
        config: { afterToolCall: () => void controller.abort() },
      },
    );
    expect(sorted(seen)).toBe(sorted("s0 s1 e0! e1 <0 >0 <1 >1"));
    expect(texts).toEqual(["Operation aborted", "fast"]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("gives a tool that was begun after the abort its time too", async () => {
    const { texts } = await run(
      { dispatch, abortGraceMs: 0 },
      { tools: [tool("hang", never)], calls: callsOf("hang"), signal: AbortSignal.abort() },
    );
    expect(texts).toEqual(["Operation aborted"]);
  });

  it("is no matter without an abort", async () => {
    const controller = new AbortController();
    const { seen } = await run(
      { dispatch, abortGraceMs: 0 },
      { tools: [tool("fast")], calls: callsOf("fast"), signal: controller.signal },
    );
    expect(seen).toBe("s0 e0 <0 >0");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});

describe("a deadline and the process", () => {
  const program = fileURLToPath(new URL("../programs/deadline.mjs", import.meta.url));
  const runProgram = (...args) => promisify(execFile)(process.execPath, [program, ...args], { timeout: 50_000 });

  it("keeps it alive while it is pending", async () => {
    const { stdout } = await runProgram("hang", "50");
    expect(stdout.trim()).toBe('Tool "hang" timed out after 50 ms');
  });

  it("does not keep it alive when the call is done", async () => {
    const { stdout } = await runProgram("fast", "600000");
    expect(stdout.trim()).toBe("fast");
  });

  it("does no harm in a worker that is ended with calls in flight", { timeout: 60_000 }, async () => {
    const { stdout } = await runProgram("worker", "30");
    expect(stdout.trim()).toBe("20 workers ended");
  });
});

describe("a signal that is none", () => {
  it.each([{}, { aborted: false }, 5])("leaves the limits working: %j", async (signal) => {
    const { texts } = await run(
      { timeoutMs: SHORT, abortGraceMs: SHORT },
      { tools: [tool("hang", never), tool("fast")], calls: callsOf("hang", "fast"), signal },
    );
    expect(texts).toEqual([`Tool "hang" timed out after ${SHORT} ms`, "fast"]);
  });
});

describe("runToolCall with limits", () => {
  const options = { compat: "1.6.0", timeoutMs: SHORT, refuseTruncated: true };
  const context = { tools: [tool("hang", never), tool("fast")] };
  const [hang, fast] = callsOf("hang", "fast");

  it("gives up a tool that hangs, and needs no message", async () => {
    const { runToolCall } = createToolExecutor(options);
    const { result, isError } = await runToolCall(hang, { context });
    expect(isError).toBe(true);
    expect(result.content[0].text).toBe(`Tool "hang" timed out after ${SHORT} ms`);
    expect(await runToolCall(fast, { context })).toMatchObject({ isError: false });
  });

  it("rejects where its options cannot be read", async () => {
    const { runToolCall } = createToolExecutor(options);
    const broken = Object.defineProperty({ context }, "onUpdate", {
      get() {
        throw new Error("unreadable");
      },
    });
    await expect(runToolCall(fast, broken)).rejects.toThrow("unreadable");
  });
});
