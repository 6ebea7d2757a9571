// biome-ignore-all lint/suspicious/noThenProperty: thenables are what is tested
import { describe, expect, it } from "vitest";
import { agree, ends, endTexts, noted, order } from "./play/agree.js";

const one =
  (run, more = {}) =>
  (world) => ({
    tools: [world.tool("t", (call) => run({ ...call, world }))],
    calls: [world.call("t", { a: 1 })],
    ...more,
  });
const throwing = (thrown) => () => {
  throw thrown;
};

describe("execute", () => {
  it("is called on the tool with id, args, signal and onUpdate, and nothing else", () =>
    agree(
      (world) => ({ ...one(() => world.result())(world), signal: new AbortController().signal }),
      (run) => {
        expect(noted(run, "execute")[0]).toMatch(
          /^execute t with 4 arguments, this @tool:t "id0" @~\d+\{a: 1\} @signal$/,
        );
        expect(noted(run, "onUpdate is")).toEqual(['onUpdate is "function"']);
      },
    ));

  it("gets a signal that is undefined as undefined", () =>
    agree(
      one(({ world }) => world.result()),
      (run) => expect(noted(run, "execute")[0]).toMatch(/\} undefined$/),
    ));

  it.each([null, "no signal", 5])("gets %s for a signal as it is", (signal) =>
    agree((world) => ({ ...one(() => world.result())(world), signal })),
  );

  it("gets the very object that the hook saw and kept", () =>
    agree(
      (world) => {
        let seen;
        const tool = world.tool("t", ({ args }) => world.result(String(args === seen)));
        const beforeToolCall = ({ args }) => {
          seen = args;
        };
        return { tools: [tool], calls: [world.call("t", { a: 1 })], config: { beforeToolCall } };
      },
      (run) => expect(endTexts(run)).toEqual(["true"]),
    ));

  it("is read from the tool when it is called", () =>
    agree(
      (world) => {
        const tools = [world.watched(world.tool("t", undefined, { executionMode: "parallel" }), "tool:t")];
        const beforeToolCall = world.hook("before", (_, nth) => {
          if (nth === 1) tools[0].execute = () => world.result("replaced");
        });
        return { tools, calls: [world.call("t"), world.call("t")], config: { beforeToolCall } };
      },
      (run) => expect(endTexts(run)).toEqual(["replaced", "replaced"]),
    ));

  it("may live on a prototype and use this", () =>
    agree(
      (world) => {
        class Tool {
          name = "t";
          parameters = { type: "object" };
          execute() {
            return world.result(this.name);
          }
        }
        return { tools: [new Tool()], calls: [world.call("t")] };
      },
      (run) => expect(endTexts(run)).toEqual(["t"]),
    ));

  it.each([
    ["a plain value", (result) => result],
    ["a promise", async (result) => result],
    ["a thenable", (result) => ({ then: (resolve) => resolve(result) })],
    [
      "a thenable that gives a thenable",
      (result) => ({ then: (resolve) => resolve({ then: (again) => again(result) }) }),
    ],
    ["a promise of a subclass", (result) => class extends Promise {}.resolve(result)],
  ])("may give %s, and its result is kept by identity", (_, give) =>
    agree(
      one(({ world }) => give(world.result())),
      (run) => {
        expect(noted(run, "emit")[1]).toContain("result: @result0{content: @result0.content");
        expect(noted(run, "the batch is fulfilled")[0]).toContain("content: @result0.content");
      },
    ),
  );

  it.each([
    ["a thenable that throws before it settles", () => ({ then: throwing(new Error("then threw")) }), "then threw"],
    [
      "a thenable whose then cannot be read",
      () => Object.defineProperty({}, "then", { get: throwing(new Error("no then")) }),
      "no then",
    ],
    ["a thenable that rejects", () => ({ then: (_, reject) => reject("no") }), "no"],
  ])("%s is a failure", (_, give, text) => agree(one(give), (run) => expect(endTexts(run)).toEqual([text])));

  it("takes an object whose then is no function for the result", () =>
    agree(
      one(({ world }) => world.result("r", { then: 1 })),
      (run) => expect(endTexts(run)).toEqual(["r"]),
    ));

  it.each([
    ["an Error", new RangeError("out of range"), "out of range"],
    ["a text", "just text", "just text"],
    ["undefined", undefined, "undefined"],
    ["null", null, "null"],
    ["a number", -0, "0"],
    ["a bigint", 10n, "10"],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["an object with a toString", { toString: () => "told" }, "told"],
    ["an object with a message only", { message: "m" }, "[object Object]"],
    ["an array", ["a", "b"], "a,b"],
    ["an Error without a message", new Error(), ""],
    ["an AggregateError", new AggregateError([new Error("x")], "several"), "several"],
    ["an Error by prototype alone", Object.create(TypeError.prototype, { message: { value: "proto" } }), "proto"],
    ["an Error whose message is no text", Object.assign(new Error("x"), { message: { deep: 1 } }), { deep: 1 }],
    ["an AbortSignal's reason", AbortSignal.abort().reason, "This operation was aborted"],
  ])("that throws %s gives an error result", async (_, thrown, text) => {
    const expected = { result: { content: [{ type: "text", text }], details: {} }, isError: true };
    await agree(one(throwing(thrown)), (run) => expect(ends(run)[0]).toMatchObject(expected));
    await agree(
      one(async () => throwing(thrown)()),
      (run) => expect(ends(run)[0]).toMatchObject(expected),
    );
  });

  it("that fails does not touch its siblings", () =>
    agree(
      (world) => ({
        tools: [world.tool("bad", throwing(new Error("no"))), world.tool("good")],
        calls: [world.call("good"), world.call("bad"), world.call("good")],
      }),
      (run) => expect(run.outcome.value.messages.map((message) => message.isError)).toEqual([false, true, false]),
    ));

  it.each([
    ["isError inside", { isError: true }],
    ["more fields than the loop knows", { usage: 1, [Symbol.for("mark")]: 2 }],
    ["accessors", Object.defineProperty({}, "content", { get: () => "computed", enumerable: true })],
  ])("may give a result with %s, which goes out as it is", (_, result) =>
    agree(
      one(() => result),
      (run) => {
        expect(ends(run)[0].result).toBe(result);
        expect(ends(run)[0].isError).toBe(false);
        expect(Object.isFrozen(ends(run)[0].result)).toBe(false);
      },
    ),
  );

  it.each([42, "text", true, 0, "", false, 1n, [[]], () => 1].map((value) => [value]))(
    "may give %s, whose content and details are undefined",
    (value) =>
      agree(
        one(() => value),
        (run) => {
          expect(ends(run)[0].result).toBe(value);
          const [message] = run.outcome.value.messages;
          expect(Reflect.ownKeys(message)).toEqual([
            "role",
            "toolCallId",
            "toolName",
            "content",
            "details",
            "isError",
            "timestamp",
          ]);
          expect([message.content, message.details, message.isError]).toEqual([undefined, undefined, false]);
        },
      ),
  );

  it("keeps one object that several calls give one object", () =>
    agree((world) => {
      const shared = world.result();
      return { tools: [world.tool("t", () => shared)], calls: [world.call("t"), world.call("t")] };
    }));

  it.each(["sequential", "parallel"])(
    "runs every call in %s mode though the signal was aborted before",
    (toolExecution) =>
      agree(
        (world) => ({
          tools: [world.tool("t")],
          calls: [world.call("t"), world.call("t")],
          config: { toolExecution },
          signal: AbortSignal.abort(),
        }),
        (run) => expect(endTexts(run)).toEqual(["t", "t"]),
      ),
  );

  it("leaves no abort listener behind, whoever fails", () =>
    agree(
      (world) => ({
        tools: [world.tool("t"), world.tool("bad", throwing(new Error("no")))],
        calls: [world.call("t"), world.call("bad"), world.call("none")],
        signal: new AbortController().signal,
      }),
      (run) => expect(noted(run, "abort listeners")).toEqual(["abort listeners: 0"]),
    ));

  it("that never settles leaves the batch pending, the others ended", () =>
    agree(
      (world) => ({
        tools: [world.tool("stuck", () => new Promise(() => {})), world.tool("t")],
        calls: [world.call("stuck"), world.call("t")],
      }),
      (run) => {
        expect(order(run)).toBe("s0 s1 e1");
        expect(run.outcome.state).toBe("pending");
      },
    ));
});

describe("onUpdate", () => {
  const updating = (work) =>
    one(async (call) => {
      await work(call);
      return call.world.result();
    });

  it("emits at once, with the raw arguments and the partial result by identity, and gives back nothing", () =>
    agree(
      (world) => {
        const partial = world.name({ content: [] }, "partial");
        return one(({ onUpdate }) => {
          world.note("before the update");
          world.note("onUpdate gave back", onUpdate(partial, "ignored"));
          return world.result();
        })(world);
      },
      (run) => {
        expect(Reflect.ownKeys(run.events[1])).toEqual(["type", "toolCallId", "toolName", "args", "partialResult"]);
        expect(
          run.lines
            .filter((line) => /before the update|execution_update|gave back/.test(line))
            .map((line) => line.slice(3, 8)),
        ).toEqual(["befor", "emit ", "onUpd"]);
        expect(run.lines.join("\n")).toContain("args: @call0.arguments{a: 1}, partialResult: @partial{");
        expect(run.lines.join("\n")).toContain("onUpdate gave back undefined");
      },
    ));

  it.each([undefined, null, 5, "text"])("passes %s on as the partial result", (partial) =>
    agree(
      updating(({ onUpdate }) => onUpdate(partial)),
      (run) => expect(run.events[1].partialResult).toBe(partial),
    ),
  );

  it("called without arguments still has the key partialResult", () =>
    agree(
      updating(({ onUpdate }) => onUpdate()),
      (run) => expect(Reflect.ownKeys(run.events[1])).toHaveLength(5),
    ));

  it("works detached from anything", () =>
    agree(
      updating(({ onUpdate }) => Reflect.apply(onUpdate, 1, ["x"])),
      (run) => expect(order(run)).toBe("s0 u0 e0 <0 >0"),
    ));

  it("has all its emissions awaited before the call is finalized", () =>
    agree(
      (world) => ({
        ...updating(({ onUpdate }) => {
          for (const n of [1, 2, 3]) onUpdate(n);
        })(world),
        emit: world.emitter(
          (event) =>
            event.partialResult && world.wait(10 * (4 - event.partialResult)).then(() => world.note("emitted")),
        ),
        config: { afterToolCall: world.hook("after") },
      }),
      (run) => {
        const last = run.lines.findLastIndex((line) => line.includes("emitted"));
        expect(run.lines.findIndex((line) => line.includes("after with"))).toBeGreaterThan(last);
        expect(noted(run, "emitted")).toHaveLength(3);
      },
    ));

  it("has its emissions awaited also when the tool fails", () =>
    agree(
      (world) => ({
        ...one(async ({ onUpdate }) => {
          onUpdate(1);
          throw new Error("failed");
        })(world),
        emit: world.emitter((event) => event.partialResult && world.wait(10).then(() => world.note("emitted"))),
      }),
      (run) => {
        expect(endTexts(run)).toEqual(["failed"]);
        expect(run.lines.findIndex((line) => line.includes("execution_end"))).toBeGreaterThan(
          run.lines.findIndex((line) => line.includes("emitted")),
        );
      },
    ));

  it.each([
    [
      "twice",
      (settle) => {
        settle();
        settle();
      },
    ],
    ["at once", (settle) => settle()],
    ["with a failure", (_, fail) => fail(new Error("not delivered"))],
    ["with an error", throwing(new Error("no then"))],
  ])("asks a promise with a then of its own when the tool has settled: one that calls back %s", (_, then) =>
    agree((world) => {
      let nth = 0;
      const own = Promise.resolve();
      own.then = (settle, fail) => {
        world.note("then");
        then(settle, fail);
        return own;
      };
      return {
        ...one(({ onUpdate }) => {
          onUpdate(1);
          onUpdate(2);
          return world.result();
        })(world),
        emit: world.emitter((event) => {
          if (!event.partialResult) return undefined;
          return nth++ === 0 ? own : world.wait(10).then(() => world.note("delivered"));
        }),
      };
    }),
  );

  it("asks a promise whose then cannot be read when the tool has settled", () =>
    agree(
      (world) => {
        const own = Object.defineProperty(Promise.resolve(), "then", { get: throwing(new Error("unreadable")) });
        return {
          ...one(({ onUpdate }) => {
            try {
              onUpdate(1);
            } catch {
              world.note("onUpdate threw");
            }
            return world.result();
          })(world),
          emit: world.emitter((event) => (event.partialResult ? own : undefined)),
        };
      },
      (run) => expect(run.lines.some((line) => /rejected.*unreadable/.test(line))).toBe(true),
    ));

  it("emits from several calls in the order of the updates", () =>
    agree(
      (world) => ({
        tools: [
          world.tool("t", async ({ args, onUpdate }) => {
            for (const ticks of args.ticks) {
              await world.wait(ticks);
              onUpdate(ticks);
            }
            return world.result();
          }),
        ],
        calls: [world.call("t", { ticks: [1, 6] }), world.call("t", { ticks: [3, 2] })],
      }),
      (run) => expect(order(run)).toBe("s0 s1 u0 u1 u1 e1 u0 e0 <0 >0 <1 >1"),
    ));

  it("emits after the call has settled too, though nobody waits for it", () =>
    agree(
      (world) => ({
        ...one(({ onUpdate }) => {
          world.clock.at(5, () => onUpdate("late"));
          return world.result();
        })(world),
        emit: world.emitter((event) => (event.partialResult ? world.wait(100) : undefined)),
      }),
      (run) => {
        expect(order(run)).toBe("s0 e0 <0 >0 u0");
        expect(run.lines.findIndex((line) => line.includes("fulfilled"))).toBeLessThan(
          run.lines.findIndex((line) => line.includes("late")),
        );
      },
    ));

  it("emits between the end of its call and its message, when it comes then", () =>
    agree(
      (world) => ({
        tools: [
          world.tool("t", async ({ args, onUpdate }) => {
            if (args.late) world.clock.at(3, () => onUpdate("late"));
            else await world.wait(6);
            return world.result();
          }),
        ],
        calls: [world.call("t", { late: true }), world.call("t", {})],
      }),
      (run) => expect(order(run)).toBe("s0 s1 e0 u0 e1 <0 >0 <1 >1"),
    ));

  it("throws to the tool what emit throws synchronously; the tool may go on", () =>
    agree(
      (world) => ({
        ...one(({ onUpdate }) => {
          try {
            onUpdate(1);
          } catch (error) {
            world.note("caught", error);
          }
          return world.result();
        })(world),
        emit: world.emitter((event) => {
          if (event.partialResult) throw world.error("emit threw");
        }),
      }),
      (run) => {
        expect(noted(run, "caught")[0]).toContain("@error:emit threw");
        expect(endTexts(run)).toEqual(["ok"]);
      },
    ));

  it("makes the call fail when the tool lets what emit threw through", () =>
    agree(
      (world) => ({
        ...updating(({ onUpdate }) => onUpdate(1))(world),
        emit: world.emitter((event) => {
          if (event.partialResult) throw world.error("emit threw");
        }),
      }),
      (run) => expect(endTexts(run)).toEqual(["emit threw"]),
    ));
});
