// biome-ignore-all lint/suspicious/noThenProperty: thenables are what is tested
import { describe, expect, it } from "vitest";
import { agree, ends, endTexts, noted, order } from "./play/agree.js";

describe("the start event", () => {
  it("carries the raw arguments by identity, keys in order", () =>
    agree(
      (world) => ({ tools: [world.tool("t")], calls: [world.call("t", { a: 1 })] }),
      (run) => {
        expect(Reflect.ownKeys(run.events[0])).toEqual(["type", "toolCallId", "toolName", "args"]);
        expect(noted(run, "emit")[0]).toContain("args: @call0.arguments{a: 1}");
      },
    ));

  it("is emitted for unknown tools too, and before the lookup", () =>
    agree(
      (world) => {
        const context = { tools: [] };
        const emit = world.emitter((_, nth) => {
          if (nth === 0) context.tools.push(world.tool("t"));
        });
        return { context, calls: [world.call("t")], emit };
      },
      (run) => expect(endTexts(run)).toEqual(["t"]),
    ));
});

describe("lookup", () => {
  it.each([
    ["a name that is not there", { tools: [] }],
    ["missing tools", {}],
    ["tools that are null", { tools: null }],
  ])("fails for %s", (_, context) =>
    agree(
      (world) => ({ context, calls: [world.call("reed")] }),
      (run) => {
        expect(ends(run)[0]).toEqual({
          type: "tool_execution_end",
          toolCallId: "id0",
          toolName: "reed",
          result: { content: [{ type: "text", text: "Tool reed not found" }], details: {} },
          isError: true,
        });
        expect(Reflect.ownKeys(ends(run)[0].result)).toEqual(["content", "details"]);
      },
    ),
  );

  it("takes the first entry of a name", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", () => world.result("first")), world.tool("t", () => world.result("second"))],
        calls: [world.call("t")],
      }),
      (run) => expect(endTexts(run)).toEqual(["first"]),
    ));

  it.each(["sequential", "parallel"])("sees in %s mode what an earlier hook did to the list", (toolExecution) =>
    agree(
      (world) => {
        const context = { tools: [world.tool("a"), world.tool("b")] };
        const beforeToolCall = world.hook("before", (_, nth) => {
          if (nth === 0) context.tools = [world.tool("c")];
        });
        return {
          context,
          calls: [world.call("a"), world.call("b"), world.call("c")],
          config: { toolExecution, beforeToolCall },
        };
      },
      (run) => expect(endTexts(run).sort()).toEqual(["Tool b not found", "a", "c"]),
    ),
  );

  it("looks each call's tool up when its turn to be prepared comes", () =>
    agree((world) => {
      const context = world.watched({ tools: [world.tool("a"), world.tool("b")] }, "context");
      return { context, calls: [world.call("b"), world.call("a"), world.call("none")] };
    }));

  it("keeps the tool that was found, also when a later hook takes it from the list", () =>
    agree(
      (world) => {
        const context = { tools: [world.tool("t")] };
        const beforeToolCall = world.hook("before", (_, nth) => void (nth === 1 && context.tools.splice(0)));
        return { context, calls: [world.call("t"), world.call("t")], config: { beforeToolCall } };
      },
      (run) => expect(endTexts(run)).toEqual(["t", "t"]),
    ));

  it("uses the name that the call has now", () =>
    agree(
      (world) => {
        const calls = [world.call("t"), world.call("t")];
        const beforeToolCall = world.hook("before", () => {
          calls[1].name = "gone";
        });
        return { tools: [world.tool("t")], calls, config: { beforeToolCall } };
      },
      (run) => expect(endTexts(run)).toEqual(["Tool gone not found", "t"]),
    ));
});

describe("prepareArguments", () => {
  const withShim =
    (prepareArguments, args = { raw: 1 }, config = {}) =>
    (world) => ({
      tools: [
        world.tool("t", undefined, {
          prepareArguments: prepareArguments(world),
          parameters: { type: "object", required: ["raw"] },
        }),
      ],
      calls: [world.call("t", { ...args })],
      config,
    });

  it("is called on the tool with the raw arguments alone", () =>
    agree(
      withShim(
        (world) =>
          function shim(...args) {
            world.note("shim, this", this, ...args);
            return args[0];
          },
      ),
      (run) => expect(noted(run, "shim")).toEqual(["shim, this @tool:t @call0.arguments{raw: 1}"]),
    ));

  it("decides what is validated and executed, while the events keep the raw arguments", () =>
    agree(
      withShim(() => () => ({ raw: 2, made: true }), {}),
      (run) => {
        expect(noted(run, "execute")[0]).toContain("{raw: 2, made: true}");
        expect(run.events[0].args).toEqual({});
      },
    ));

  it("has its result copied, so that the tool's object is its own", () =>
    agree((world) => {
      const made = world.name({ raw: 1, deep: world.name({}, "deep") }, "made by the shim");
      return withShim(() => () => made)(world);
    }));

  it("shows in a refusal what the shim gave, not what the call had", () =>
    agree(
      withShim(() => () => ({ other: 1 })),
      (run) =>
        expect(endTexts(run)[0]).toBe(
          'Validation failed for tool "t":\n  - raw: must have required properties raw\n\nReceived arguments:\n{\n  "other": 1\n}',
        ),
    ));

  it("that gives nothing is refused", () =>
    agree(
      withShim(() => () => undefined),
      (run) => expect(ends(run)[0].isError).toBe(true),
    ));

  it("that gives a promise is not awaited", () =>
    agree(
      withShim(() => async (raw) => raw),
      (run) => expect(ends(run)[0].isError).toBe(true),
    ));

  it("that throws makes an error result, and beforeToolCall is not asked", () =>
    agree(
      (world) =>
        withShim(
          () => () => {
            throw new Error("bad shim");
          },
          {},
          { beforeToolCall: world.hook("before") },
        )(world),
      (run) => {
        expect(endTexts(run)).toEqual(["bad shim"]);
        expect(noted(run, "before")).toEqual([]);
      },
    ));

  it("may change the raw arguments in place, which everyone then sees", () =>
    agree(
      withShim(() => (raw) => {
        raw.raw = "changed";
        return raw;
      }),
      (run) => expect(run.events[0].args).toEqual({ raw: "changed" }),
    ));
});

describe("validation in the loop", () => {
  const parameters = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

  it("gives hooks and tool a fresh, converted object and leaves the call's own as it is", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", undefined, { parameters })],
        calls: [world.call("t", { n: "12" })],
        config: { beforeToolCall: world.hook("before") },
      }),
      (run) => {
        expect(noted(run, "execute")[0]).toContain("{n: 12}");
        expect(run.events[0].args).toEqual({ n: "12" });
      },
    ));

  it("refuses with the text that the model reads, and calls no hook", () =>
    agree(
      (world) => ({
        tools: [world.tool("t", undefined, { parameters })],
        calls: [world.call("t", { n: "x" })],
        config: { beforeToolCall: world.hook("before"), afterToolCall: world.hook("after") },
      }),
      (run) => {
        expect(endTexts(run)).toEqual([
          'Validation failed for tool "t":\n  - n: must be number\n\nReceived arguments:\n{\n  "n": "x"\n}',
        ]);
        expect(noted(run, "before")).toEqual([]);
        expect(noted(run, "after")).toEqual([]);
      },
    ));

  it("refuses what cannot be cloned", () =>
    agree(
      (world) => ({ tools: [world.tool("t")], calls: [world.call("t", { run: () => 1 })] }),
      (run) => expect(endTexts(run)).toEqual(["() => 1 could not be cloned."]),
    ));

  it("keeps two references to one object one object", () =>
    agree(
      (world) => {
        const part = { n: 1 };
        const tool = world.tool("t", ({ args }) => world.result(String(args.a === args.b)));
        return { tools: [tool], calls: [world.call("t", { a: part, b: part })] };
      },
      (run) => expect(endTexts(run)).toEqual(["true"]),
    ));
});

describe("beforeToolCall", () => {
  const withHook =
    (act, more = {}) =>
    (world) => ({
      tools: [world.tool("t")],
      calls: [world.call("t", { a: 1 })],
      config: { beforeToolCall: world.hook("before", (seen, nth) => act(seen, world, nth)), ...more },
      signal: new AbortController().signal,
    });

  it("is called on config with the message, the raw call, the validated arguments and the context, then the signal", () =>
    agree(
      withHook(() => undefined),
      (run) =>
        expect(noted(run, "before")[0]).toMatch(
          /^before with 2 arguments, this @config @~\d+\{assistantMessage: @message, toolCall: @call0\{.*\}, args: @~\d+\{a: 1\}, context: @context\} @signal$/,
        ),
    ));

  it("hands what it changed inside args to execute, without a second validation", () =>
    agree(
      withHook(({ args }) => {
        args.a = "no longer a number";
        args.more = 1;
      }),
      (run) => expect(noted(run, "execute")[0]).toMatch(/\{a: "no longer a number", more: 1\}/),
    ));

  const outcomes = [
    ["{ block: true, reason }", { block: true, reason: "no" }, "no"],
    ["an empty reason", { block: true, reason: "" }, "Tool execution was blocked"],
    ["no reason", { block: true }, "Tool execution was blocked"],
    ["a block that is truthy only", { block: "false" }, "Tool execution was blocked"],
    ["a reason that is no text", { block: 1, reason: { code: 1 } }, { code: 1 }],
    ["a reason without a block", { reason: "no" }, "t"],
    ["block: false", { block: false, reason: "no" }, "t"],
    ["an empty object", {}, "t"],
    ["null", null, "t"],
    ["true", true, "t"],
    ["a text", "block", "t"],
  ];
  it.each(outcomes)("given %s", (_, returned, text) =>
    agree(
      withHook(() => returned),
      (run) => expect(endTexts(run)).toEqual([text]),
    ),
  );
  it.each(outcomes)("given a promise of %s", (_, returned, text) =>
    agree(
      withHook(async () => returned),
      (run) => expect(endTexts(run)).toEqual([text]),
    ),
  );

  it("may give a thenable", () =>
    agree(
      withHook(() => ({ then: (resolve) => resolve({ block: true, reason: "then" }) })),
      (run) => expect(endTexts(run)).toEqual(["then"]),
    ));

  it.each([
    ["an Error", new TypeError("broken"), "broken"],
    ["a text", "just text", "just text"],
    ["undefined", undefined, "undefined"],
    ["null", null, "null"],
    ["a number", 7, "7"],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["an object with a message", { message: "m" }, "[object Object]"],
    ["an Error without a message", new Error(), ""],
    ["an Error whose message is no text", Object.assign(new Error("x"), { message: 5 }), 5],
    ["an Error by prototype alone", Object.create(Error.prototype), ""],
  ])("that throws %s makes an error result", async (_, thrown, text) => {
    const throwing = () => {
      throw thrown;
    };
    await agree(withHook(throwing), (run) => expect(endTexts(run)).toEqual([text]));
    await agree(
      withHook(async () => throwing()),
      (run) => expect(endTexts(run)).toEqual([text]),
    );
  });

  it("is read from config when the call is prepared, so that a hook can take itself away", () =>
    agree(
      (world) => {
        const config = { beforeToolCall: world.hook("before", () => void delete config.beforeToolCall) };
        return { tools: [world.tool("t")], calls: [world.call("t"), world.call("t")], config };
      },
      (run) => expect(noted(run, "before")).toHaveLength(1),
    ));

  it("is read after validation and not for calls that failed before", () =>
    agree(
      (world) => {
        const config = world.watched({ toolExecution: "parallel", beforeToolCall: world.hook("before") }, "config");
        return {
          tools: [world.tool("t")],
          calls: [world.call("none"), world.call("t", null), world.call("t")],
          config,
        };
      },
      (run) => expect(noted(run, "read config.beforeToolCall")).toHaveLength(1),
    ));

  it.each([undefined, null, false, 0, ""])("is not called when it is %s", (beforeToolCall) =>
    agree(
      (world) => ({ tools: [world.tool("t")], calls: [world.call("t")], config: { beforeToolCall } }),
      (run) => expect(endTexts(run)).toEqual(["t"]),
    ),
  );

  it("is awaited: what it does later comes before the tool runs", () =>
    agree(
      withHook(async (_, world) => world.wait(3).then(() => world.note("hook done"))),
      (run) => {
        const after = run.lines.findIndex((line) => line.includes("hook done"));
        expect(run.lines.findIndex((line) => line.includes("execute t"))).toBeGreaterThan(after);
      },
    ));

  it("may change the raw call, whose id, name and arguments are read for each event anew", () =>
    agree(
      withHook(({ toolCall }) => Object.assign(toolCall, { id: "id9", name: "renamed", arguments: { other: 1 } })),
      (run) => {
        expect(order(run)).toBe("s0 e9 <9 >9");
        expect(run.outcome.value.messages[0].toolName).toBe("renamed");
      },
    ));

  it("that aborts the signal does not stop the call", () =>
    agree(
      (world) => {
        const controller = new AbortController();
        const beforeToolCall = world.hook("before", () => controller.abort());
        return {
          tools: [world.tool("t")],
          calls: [world.call("t"), world.call("t")],
          config: { beforeToolCall },
          signal: controller.signal,
        };
      },
      (run) => expect(endTexts(run)).toEqual(["t", "t"]),
    ));
});
