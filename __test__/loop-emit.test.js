// biome-ignore-all lint/suspicious/noThenProperty: thenables are what is tested
import { describe, expect, it } from "vitest";
import { agree, endTexts, noted, order, runOn } from "./play/agree.js";
import { firstDifference, HELD_BY_THE_PRODUCT } from "./play/difference.js";

const MODES = ["sequential", "parallel"];
const WAYS = ["throws", "rejects", "rejects later", "gives a thenable that rejects"];

/** An emitter that fails, in one of the ways, at the first event that `when` picks. */
function failingEmitter(world, way, when) {
  let failed = false;
  return world.emitter((event) => {
    if (failed || !when(event)) return undefined;
    failed = true;
    const error = world.error("emit failed");
    switch (way) {
      case "throws":
        throw error;
      case "rejects":
        return Promise.reject(error);
      case "rejects later":
        return world.wait(2).then(() => Promise.reject(error));
      default:
        return { then: (_, reject) => reject(error) };
    }
  });
}

const of = (type, id) => (event) => event.type === type && (event.toolCallId ?? event.message.toolCallId) === id;

const rejectedWithTheVeryValue = (run) => {
  expect(run.outcome.state).toBe("rejected");
  expect(noted(run, "the batch is rejected")[0]).toContain("@error:emit failed");
  expect(run.outcome.reason.message).toBe("emit failed");
};

/** Two calls, the first one slower, of which the emitter fails at one step. */
const twoCalls =
  (way, when, toolExecution, calls = ["t", "t"]) =>
  (world) => ({
    tools: [world.tool("t", ({ nth }) => world.wait(nth === 0 ? 9 : 5).then(() => world.result()))],
    calls: calls.map((name) => world.call(name)),
    config: { toolExecution, afterToolCall: world.hook("after") },
    emit: failingEmitter(world, way, when),
  });

describe("emit", () => {
  it("is called with the event alone and without this", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", ({ onUpdate }) => world.result(String(onUpdate(1))))],
        calls: [world.call("t")],
      }),
      (run) => {
        const emitted = noted(run, "emit");
        expect(emitted).toHaveLength(5);
        expect(emitted.every((line) => line.startsWith("emit with 1 arguments, this undefined"))).toBe(true);
      },
    ));

  it.each(MODES)("is awaited in %s mode at each step", (toolExecution) =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        calls: [world.call("t"), world.call("none"), world.call("t")],
        config: { toolExecution, beforeToolCall: world.hook("before"), afterToolCall: world.hook("after") },
        emit: world.emitter((_, nth) => world.wait(1 + (nth % 5)).then(() => world.note(`emit ${nth} is done`))),
      }),
      (run) => {
        const serial = run.lines.filter((line) => /emit|execute|before|after/.test(line));
        if (toolExecution === "sequential") {
          serial.forEach((line, at) => {
            if (line.includes("emit with")) expect(serial[at + 1]).toMatch(/emit \d+ is done/);
          });
        }
      },
    ),
  );

  it.each(MODES)(
    "is followed by the next step in a later microtask in %s mode, also when it gives nothing",
    (toolExecution) =>
      agree(
        (world) => ({
          tools: [world.tool("t")],
          calls: [world.call("t"), world.call("none")],
          config: {
            toolExecution,
            beforeToolCall: world.hook("before", () => queueMicrotask(() => world.note("microtask after the hook"))),
          },
          emit: world.emitter((_, nth) => queueMicrotask(() => world.note(`microtask after ${nth}`))),
        }),
        (run) => {
          run.lines.forEach((line, at) => {
            if (/emit with|before with/.test(line)) expect(run.lines[at + 1]).toContain("microtask after");
          });
        },
      ),
  );

  it("keeps the ends of calls that settle apart from each other while one end is slow", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", ({ nth }) => world.wait(1 + nth).then(() => world.result()))],
        calls: [world.call("t"), world.call("t")],
        emit: world.emitter((event) => (event.type === "tool_execution_end" ? world.wait(20) : undefined)),
      }),
      (run) => expect(order(run)).toBe("s0 s1 e0 e1 <0 >0 <1 >1"),
    ));
});

describe.each(WAYS)("an emit that %s", (way) => {
  const serialSteps = [
    ["the first start", of("tool_execution_start", "id0"), MODES, "s0"],
    ["the second start", of("tool_execution_start", "id1"), ["sequential"], "s0 e0 <0 >0 s1"],
    ["the second start", of("tool_execution_start", "id1"), ["parallel"], "s0 s1"],
    ["an end", of("tool_execution_end", "id0"), ["sequential"], "s0 e0"],
    ["message_start", of("message_start", "id0"), ["sequential"], "s0 e0 <0"],
    ["message_end", of("message_end", "id0"), ["sequential"], "s0 e0 <0 >0"],
    ["message_start", of("message_start", "id0"), ["parallel"], "s0 s1 e1 e0 <0"],
    ["message_end", of("message_end", "id0"), ["parallel"], "s0 s1 e1 e0 <0 >0"],
    ["the last message_end", of("message_end", "id1"), MODES, undefined],
  ].flatMap(([step, when, modes, events]) => modes.map((mode) => [step, mode, when, events]));

  it.each(serialSteps)(
    "at %s in %s mode rejects the batch with that value, and nothing comes after",
    (_, mode, when, events) =>
      agree(twoCalls(way, when, mode), (run) => {
        rejectedWithTheVeryValue(run);
        if (events) expect(order(run)).toBe(events);
        expect(run.unhandled).toEqual([]);
      }),
  );

  it("at the end of an immediate outcome keeps prepared calls from ever running", () =>
    agree(twoCalls(way, of("tool_execution_end", "id1"), "parallel", ["t", "none", "t"]), (run) => {
      rejectedWithTheVeryValue(run);
      expect(order(run)).toBe("s0 s1 e1");
      expect(noted(run, "execute")).toEqual([]);
    }));

  it("at an end in the parallel part rejects at once while the other calls run on and still emit", () =>
    agree(twoCalls(way, of("tool_execution_end", "id1"), "parallel"), (run) => {
      rejectedWithTheVeryValue(run);
      expect(order(run)).toBe("s0 s1 e1 e0");
      const rejected = run.lines.findIndex((line) => line.includes("the batch is rejected"));
      expect(run.lines.findIndex((line) => line.includes("after") && line.includes("id0"))).toBeGreaterThan(rejected);
      expect(run.unhandled).toEqual([]);
    }));

  it("at an update while the tool runs rejects the batch when that call's execute has settled", () =>
    agree(
      (world) => ({
        tools: [
          world.tool("t", async ({ nth, onUpdate }) => {
            if (nth === 0) {
              try {
                onUpdate(1);
              } catch (error) {
                world.note("onUpdate threw", error);
                throw error;
              }
            }
            await world.wait(nth === 0 ? 9 : 15);
            world.note(`tool ${nth} is done`);
            return world.result();
          }),
        ],
        calls: [world.call("t"), world.call("t")],
        // The unhandled rejection that the reference causes here is compared in loop-better.test.js.
        emit: heldEmitter(world, way),
      }),
      (run) => {
        if (way === "throws") return expect(endTexts(run)).toEqual(["emit failed", "ok"]);
        rejectedWithTheVeryValue(run);
        const at = (text) => run.lines.findIndex((line) => line.includes(text));
        expect(at("the batch is rejected")).toBeGreaterThan(at("tool 0 is done"));
        expect(at("the batch is rejected")).toBeLessThan(at("tool 1 is done"));
        expect(order(run)).toBe("s0 s1 u0 e1");
      },
    ));
});

/** Marks its error as one that the product holds and the reference does not. */
function heldEmitter(world, way) {
  const emit = failingEmitter(world, way, (event) => event.type === "tool_execution_update");
  const error = world.error;
  world.error = (...args) => Object.assign(error.apply(world, args), { [HELD_BY_THE_PRODUCT]: true });
  return emit;
}

describe("several failing emissions", () => {
  it("reject with the first in time of those that fail in the parallel part", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", ({ nth }) => world.wait(9 - nth).then(() => world.result()))],
        calls: [world.call("t"), world.call("t"), world.call("t")],
        emit: world.emitter((event) => {
          if (event.type === "tool_execution_end") throw world.error(`end of ${event.toolCallId}`);
        }),
      }),
      (run) => {
        expect(run.outcome.reason.message).toBe("end of id2");
        expect(run.unhandled).toEqual([]);
      },
    ));

  it.each([undefined, null, 0, "text", Symbol.for("x")].map((value) => [value]))(
    "reject with %s by identity",
    (value) =>
      agree(
        (world) => ({
          tools: [world.tool("t")],
          calls: [world.call("t")],
          emit: world.emitter(() => {
            throw value;
          }),
        }),
        (run) => expect(run.outcome).toEqual({ state: "rejected", reason: value }),
      ),
  );

  const twoUpdates = (delays, toolTicks) => (world) => ({
    tools: [
      world.tool("t", async ({ onUpdate }) => {
        for (const n of [0, 1]) onUpdate(n);
        await world.wait(toolTicks);
        return world.result();
      }),
    ],
    calls: [world.call("t")],
    emit: world.emitter((event) => {
      if (event.type !== "tool_execution_update") return undefined;
      const error = Object.assign(world.error(`update ${event.partialResult}`), { [HELD_BY_THE_PRODUCT]: true });
      return world.wait(delays[event.partialResult]).then(() => Promise.reject(error));
    }),
  });
  it("of updates that failed before the tool settled: the first update's, whichever failed first", () =>
    agree(twoUpdates([4, 2], 9), (run) => expect(run.outcome.reason.message).toBe("update 0")));
  it("of updates that fail after the tool settled: the first in time", () =>
    agree(twoUpdates([8, 6], 2), (run) => expect(run.outcome.reason.message).toBe("update 1")));
});

describe("microtasks of others", () => {
  /** Notes one turn of the microtask queue after the other. */
  async function countTurns(world, event) {
    for (let turn = 1; turn <= 12; turn++) {
      await undefined;
      world.note(`turn ${turn} since ${event.type}`);
    }
  }

  const counted = (toolExecution, hooks) => (world) => ({
    tools: [world.tool("t"), world.tool("bad", () => Promise.reject(world.error("broken")))],
    calls: [world.call("t"), world.call("bad"), world.call("nobody"), world.call("t")],
    config: {
      toolExecution,
      ...(hooks && { beforeToolCall: world.hook("before"), afterToolCall: world.hook("after") }),
    },
    emit: world.emitter((event) => void countTurns(world, event)),
  });

  it.each(
    MODES.flatMap((mode) => [
      [mode, false],
      [mode, true],
    ]),
  )(
    "take as many turns between the events of a %s batch as in the reference, inline (hooks: %s)",
    async (mode, hooks) => {
      const expected = await runOn("reference", counted(mode, hooks));
      expect(firstDifference(expected, await runOn("inline", counted(mode, hooks)))).toBeUndefined();
    },
  );
});
