import { describe, expect, it } from "vitest";
import { agree, noted, order } from "./play/agree.js";

const slowThenFast = (world) => {
  const slow = world.tool("slow", () => world.wait(5).then(() => world.result("slow")));
  const fast = world.tool("fast", () => world.wait(2).then(() => world.result("fast")));
  return { tools: [slow, fast], calls: [world.call("slow"), world.call("fast")] };
};

const PARALLEL = "s0 s1 e1 e0 <0 >0 <1 >1";
const SEQUENTIAL = "s0 e0 <0 >0 s1 e1 <1 >1";

describe("which calls make up a batch", () => {
  it("takes the blocks of type toolCall, in order, and no others", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", () => world.result())],
        calls: [
          { type: "text", text: "t" },
          world.call("t"),
          { type: "toolcall", name: "t" },
          world.call("t"),
          { type: "thinking" },
        ],
      }),
      (run) => expect(order(run)).toBe("s0 s1 e0 e1 <0 >0 <1 >1"),
    ));

  it("gives an empty batch no events and does not terminate", () =>
    agree(
      (world) => ({ calls: [{ type: "text", text: "t" }], config: { beforeToolCall: world.hook("before") } }),
      (run) => {
        expect(run.lines.filter((line) => line.includes("emit"))).toEqual([]);
        expect(run.outcome.value).toEqual({ messages: [], terminate: false });
      },
    ));

  it("does not see calls that a hook adds to the message while the batch runs", () =>
    agree(
      (world) => {
        const calls = [world.call("t")];
        const beforeToolCall = world.hook("before", () => void calls.push(world.call("t")));
        return { tools: [world.tool("t")], calls, config: { beforeToolCall } };
      },
      (run) => expect(order(run)).toBe("s0 e0 <0 >0"),
    ));

  it("treats duplicate ids as two calls", () =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        calls: [world.call("t", { n: 1 }), world.call("t", { n: 2 }, { id: "id0" })],
      }),
      (run) => expect(order(run)).toBe("s0 s0 e0 e0 <0 >0 <0 >0"),
    ));

  it("does not look at stopReason", () =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        message: { role: "assistant", stopReason: "length", content: [world.call("t")] },
      }),
      (run) => expect(order(run)).toBe("s0 e0 <0 >0"),
    ));
});

describe("mode", () => {
  const cases = [
    ["parallel when toolExecution is missing", {}, {}, PARALLEL],
    ["parallel when it says so", { toolExecution: "parallel" }, {}, PARALLEL],
    ["parallel for any other word", { toolExecution: "Sequential" }, {}, PARALLEL],
    ["sequential when it says so", { toolExecution: "sequential" }, {}, SEQUENTIAL],
    ["sequential when one called tool is", {}, { executionMode: "sequential" }, SEQUENTIAL],
    [
      "sequential when one called tool is, whatever toolExecution says",
      { toolExecution: "parallel" },
      { executionMode: "sequential" },
      SEQUENTIAL,
    ],
    ["parallel when a tool says parallel", {}, { executionMode: "parallel" }, PARALLEL],
  ];
  it.each(cases)("is %s", (_, config, ofFast, expected) =>
    agree(
      (world) => {
        const parts = slowThenFast(world);
        Object.assign(parts.tools[1], ofFast);
        return { ...parts, config };
      },
      (run) => expect(order(run)).toBe(expected),
    ),
  );

  it("does not count sequential tools that nobody calls", () =>
    agree(
      (world) => {
        const parts = slowThenFast(world);
        parts.tools.push(world.tool("idle", undefined, { executionMode: "sequential" }));
        return parts;
      },
      (run) => expect(order(run)).toBe(PARALLEL),
    ));

  it("asks the first tool of a name only", () =>
    agree(
      (world) => {
        const parts = slowThenFast(world);
        parts.tools.push(world.tool("fast", undefined, { executionMode: "sequential" }));
        return parts;
      },
      (run) => expect(order(run)).toBe(PARALLEL),
    ));

  it.each([undefined, null])("takes tools that are %s for no tools", (tools) =>
    agree(
      (world) => ({ calls: [world.call("t"), world.call("u")], context: { tools } }),
      (run) => expect(order(run)).toBe("s0 e0 s1 e1 <0 >0 <1 >1"),
    ),
  );

  it("is settled before the first event and not asked again", () =>
    agree(
      (world) => {
        const parts = slowThenFast(world);
        const config = {};
        config.beforeToolCall = world.hook("before", () => {
          config.toolExecution = "sequential";
          parts.tools[0].executionMode = "sequential";
        });
        return { ...parts, config };
      },
      (run) => expect(order(run)).toBe(PARALLEL),
    ));

  it("reads the tools' modes up to the first sequential one, then toolExecution", () =>
    agree((world) => {
      const tools = ["a", "b", "c"].map((name, n) =>
        world.watched(
          world.tool(name, undefined, { executionMode: n === 1 ? "sequential" : "parallel" }),
          `tool:${name}`,
        ),
      );
      const config = world.watched({ toolExecution: "parallel" }, "config");
      return { tools, calls: [world.call("a"), world.call("b"), world.call("c")], config };
    }));
});

describe("sequential mode", () => {
  it("finishes one call, its messages included, before the next one begins", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", ({ nth }) => world.wait(9 - nth).then(() => world.result()))],
        calls: [world.call("t"), world.call("unknown"), world.call("t")],
        config: {
          toolExecution: "sequential",
          beforeToolCall: world.hook("before"),
          afterToolCall: world.hook("after"),
        },
      }),
      (run) => expect(order(run)).toBe("s0 e0 <0 >0 s1 e1 <1 >1 s2 e2 <2 >2"),
    ));

  it("gives each message the time at which it is built", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", () => world.wait(10).then(() => world.result()))],
        calls: [world.call("t"), world.call("t")],
        config: { toolExecution: "sequential" },
      }),
      ({ outcome }) => expect(outcome.value.messages.map((message) => message.timestamp % 1000)).toEqual([10, 20]),
    ));
});

describe("parallel mode", () => {
  it("prepares one call after the other; no two hooks overlap", () =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        calls: [world.call("t"), world.call("t"), world.call("t")],
        config: {
          beforeToolCall: world.hook("before", async (_, nth) => {
            await world.wait(7 - nth);
            world.note(`hook ${nth} is done`);
          }),
        },
      }),
      (run) => {
        expect(order(run)).toBe("s0 s1 s2 e0 e1 e2 <0 >0 <1 >1 <2 >2");
        const hooks = run.lines
          .filter((line) => /before with|hook \d/.test(line))
          .map((line) => /hook \d|before/.exec(line)[0]);
        expect(hooks).toEqual(["before", "hook 0", "before", "hook 1", "before", "hook 2"]);
      },
    ));

  it("ends an immediate outcome at once, before the next call starts and before any tool runs", () =>
    agree(
      (world) => ({ tools: [world.tool("t")], calls: [world.call("t"), world.call("unknown"), world.call("t")] }),
      (run) => expect(order(run)).toBe("s0 s1 e1 s2 e0 e2 <0 >0 <1 >1 <2 >2"),
    ));

  it("begins all prepared calls in source order in one turn, with nothing between them", () =>
    agree(
      (world) => ({
        tools: [
          world.tool("t", ({ nth }) => {
            if (nth === 0)
              for (const later of [queueMicrotask, setImmediate, process.nextTick]) later(() => world.note("later"));
            return world.wait(1).then(() => world.result());
          }),
        ],
        calls: Array.from({ length: 8 }, () => world.call("t")),
      }),
      (run) => {
        const begun = run.lines.filter((line) => line.includes("execute t") || line.includes("later"));
        expect(begun.slice(0, 8).every((line) => line.includes("execute t"))).toBe(true);
        expect(begun).toHaveLength(11);
      },
    ));

  it("runs any number of calls at once", () =>
    agree(
      (world) => {
        let running = 0;
        const run = async () => {
          world.note(`${++running} are running`);
          await world.wait(1);
          return world.result();
        };
        return { tools: [world.tool("t", run)], calls: Array.from({ length: 200 }, () => world.call("t")) };
      },
      (run) => expect(noted(run, "200 are running")).toHaveLength(1),
      { ties: true },
    ));

  it("ends calls in the order they finish and emits their messages in source order", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", ({ args }) => world.wait(args.ticks).then(() => world.result()))],
        calls: [9, 3, 6, 1].map((ticks) => world.call("t", { ticks })),
      }),
      (run) => expect(order(run)).toBe("s0 s1 s2 s3 e3 e1 e2 e0 <0 >0 <1 >1 <2 >2 <3 >3"),
    ));

  it("ends calls that settle at the same moment in the order in which they settled", () =>
    agree(
      (world) => {
        const settlers = [];
        world.clock.at(4, () => [2, 0, 3, 1].map((n) => settlers[n]()));
        const run = () => new Promise((resolve) => settlers.push(() => resolve(world.result())));
        return { tools: [world.tool("t", run)], calls: Array.from({ length: 4 }, () => world.call("t")) };
      },
      (run) => expect(order(run)).toBe("s0 s1 s2 s3 e2 e0 e3 e1 <0 >0 <1 >1 <2 >2 <3 >3"),
    ));

  it.each([
    ["plain values", (world) => world.result()],
    ["resolved promises", (world) => Promise.resolve(world.result())],
    ["rejected promises", (world) => Promise.reject(world.error("no"))],
  ])("ends tools that all give %s in source order", (_, run) =>
    agree(
      (world) => ({
        tools: [world.tool("t", () => run(world))],
        calls: [world.call("t"), world.call("t"), world.call("t")],
      }),
      (result) => expect(order(result)).toBe("s0 s1 s2 e0 e1 e2 <0 >0 <1 >1 <2 >2"),
    ),
  );

  it("finalizes each call when it is done, though others still run", () =>
    agree(
      (world) => ({ ...slowThenFast(world), config: { afterToolCall: world.hook("after", () => world.wait(1)) } }),
      (run) => expect(order(run)).toBe(PARALLEL),
    ));

  it("builds each message when its turn to be emitted comes", () =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        calls: [world.call("t"), world.call("t")],
        emit: world.emitter((event) => (event.type.startsWith("message") ? world.wait(10) : undefined)),
      }),
      ({ outcome }) => expect(outcome.value.messages.map((message) => message.timestamp % 1000)).toEqual([0, 20]),
    ));
});

describe("the first event", () => {
  it("is emitted before executeToolCalls returns inline, and in a later turn of the event loop queued", () =>
    agree(
      (world) => {
        let returned = false;
        queueMicrotask(() => {
          returned = true;
        });
        const emit = world.emitter((_, nth) => {
          if (nth === 0) world.firstWasSynchronous = !returned;
        });
        return { tools: [world.tool("t")], calls: [world.call("t")], emit };
      },
      (run) => {
        expect(run.world.firstWasSynchronous).toBe(run.name !== "queued");
      },
    ));
});
