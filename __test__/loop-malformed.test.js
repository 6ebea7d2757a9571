// biome-ignore-all lint/suspicious/noThenProperty: thenables are what is tested
/** Input that no type would allow. What the reference's code makes V8 say is what the product has to say. */
import { describe, expect, it } from "vitest";
import { agree, ends, endTexts } from "./play/agree.js";

const NO_FUNCTIONS = [undefined, null, 5, "text", {}, true];
const TRUTHY_NO_FUNCTIONS = [5, "text", {}, true, [], Symbol.for("x")];
const rejectedWith = (message) => (run) => {
  expect(run.outcome.reason).toBeInstanceOf(TypeError);
  expect(run.outcome.reason.message).toBe(message);
  expect(run.events).toEqual([]);
};

describe("a message", () => {
  it.each([
    ["undefined", undefined, "Cannot read properties of undefined (reading 'content')"],
    ["null", null, "Cannot read properties of null (reading 'content')"],
    ["without content", {}, "Cannot read properties of undefined (reading 'filter')"],
    ["whose content is null", { content: null }, "Cannot read properties of null (reading 'filter')"],
    ["whose content is a text", { content: "text" }, "assistantMessage.content.filter is not a function"],
    ["whose content is an object", { content: {} }, "assistantMessage.content.filter is not a function"],
    ["whose content holds null", { content: [null] }, "Cannot read properties of null (reading 'type')"],
    [
      "whose content holds undefined",
      { content: [{ type: "toolCall", name: "t" }, undefined] },
      "Cannot read properties of undefined (reading 'type')",
    ],
  ])("that is %s rejects the batch", (_, message, text) => agree(() => ({ message }), rejectedWith(text)));

  it("whose content has a filter of its own is taken at its word", () =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        message: { content: { filter: (keep) => [world.call("t")].filter(keep) } },
      }),
      (run) => expect(endTexts(run)).toEqual(["t"]),
    ));

  it("with holes in its content passes over them", () =>
    agree(
      (world) => {
        const content = [world.call("t")];
        content[3] = world.call("t");
        return { tools: [world.tool("t")], message: { content } };
      },
      (run) => expect(endTexts(run)).toEqual(["t", "t"]),
    ));

  it.each([5, "text", true])("holding %s passes over it", (block) =>
    agree(
      (world) => ({ tools: [world.tool("t")], calls: [block, world.call("t")] }),
      (run) => expect(endTexts(run)).toEqual(["t"]),
    ),
  );
});

describe("a context", () => {
  const batch = (context) => (world) => ({ context, calls: [world.call("t")] });
  it.each([
    ["undefined", undefined, "Cannot read properties of undefined (reading 'tools')"],
    ["null", null, "Cannot read properties of null (reading 'tools')"],
    ["whose tools are an object", { tools: {} }, "currentContext.tools?.find is not a function"],
    ["whose tools are a text", { tools: "t" }, "currentContext.tools?.find is not a function"],
    ["whose tools are a Map", { tools: new Map() }, "currentContext.tools?.find is not a function"],
    ["whose tools hold null", { tools: [null] }, "Cannot read properties of null (reading 'name')"],
    ["whose tools hold undefined", { tools: [undefined] }, "Cannot read properties of undefined (reading 'name')"],
  ])("that is %s rejects the batch", (_, context, text) => agree(batch(context), rejectedWith(text)));

  it("is not looked at when there are no calls", () =>
    agree(
      () => ({ context: undefined, calls: [] }),
      (run) => expect(run.outcome.value.messages).toEqual([]),
    ));

  it.each(["sequential", "parallel"])(
    "whose tools a hook spoils rejects the batch in %s mode at the next lookup",
    (toolExecution) =>
      agree(
        (world) => {
          const context = { tools: [world.tool("t")] };
          const beforeToolCall = world.hook("before", () => {
            context.tools = { t: 1 };
          });
          return { context, calls: [world.call("t"), world.call("t")], config: { toolExecution, beforeToolCall } };
        },
        (run) => expect(run.outcome.reason.message).toBe("currentContext.tools?.find is not a function"),
      ),
  );

  it("may hold tools that are texts or numbers, which have no name", () =>
    agree(
      (world) => ({ context: { tools: ["t", 5] }, calls: [world.call("t")] }),
      (run) => expect(endTexts(run)).toEqual(["Tool t not found"]),
    ));
});

describe("a config", () => {
  it.each([
    [undefined, "Cannot read properties of undefined (reading 'toolExecution')"],
    [null, "Cannot read properties of null (reading 'toolExecution')"],
  ])("that is %s rejects the batch", (config, text) =>
    agree((world) => ({ tools: [world.tool("t")], calls: [world.call("t")], config }), rejectedWith(text)),
  );

  it.each(TRUTHY_NO_FUNCTIONS.map((value) => [value]))(
    "whose beforeToolCall is %s gives an error result",
    (beforeToolCall) =>
      agree(
        (world) => ({ tools: [world.tool("t")], calls: [world.call("t")], config: { beforeToolCall } }),
        (run) => expect(endTexts(run)).toEqual(["config.beforeToolCall is not a function"]),
      ),
  );

  it.each(TRUTHY_NO_FUNCTIONS.map((value) => [value]))(
    "whose afterToolCall is %s gives an error result",
    (afterToolCall) =>
      agree(
        (world) => ({ tools: [world.tool("t")], calls: [world.call("t")], config: { afterToolCall } }),
        (run) => expect(endTexts(run)).toEqual(["config.afterToolCall is not a function"]),
      ),
  );

  it.each(["toolExecution", "beforeToolCall", "afterToolCall"])("whose %s cannot be read fails there", (key) =>
    agree((world) => {
      const config = Object.defineProperty({}, key, {
        get() {
          throw world.error(`no ${key}`);
        },
      });
      return { tools: [world.tool("t")], calls: [world.call("t")], config };
    }),
  );
});

describe("a tool", () => {
  const toolWith = (more) => (world) => ({ tools: [world.tool("t", undefined, more)], calls: [world.call("t")] });
  it.each(NO_FUNCTIONS.map((value) => [value]))("whose execute is %s gives an error result", (execute) =>
    agree(toolWith({ execute }), (run) => expect(endTexts(run)).toEqual(["prepared.tool.execute is not a function"])),
  );

  it.each(TRUTHY_NO_FUNCTIONS.map((value) => [value]))(
    "whose prepareArguments is %s gives an error result",
    (prepareArguments) =>
      agree(toolWith({ prepareArguments }), (run) =>
        expect(endTexts(run)).toEqual(["tool.prepareArguments is not a function"]),
      ),
  );

  it.each([undefined, null, false, 0, ""])("whose prepareArguments is %s has none", (prepareArguments) =>
    agree(toolWith({ prepareArguments }), (run) => expect(endTexts(run)).toEqual(["t"])),
  );

  it.each(["execute", "prepareArguments", "parameters"])("whose %s cannot be read gives an error result", (key) =>
    agree(
      (world) => {
        const parts = toolWith({})(world);
        Object.defineProperty(parts.tools[0], key, {
          get() {
            throw world.error(`no ${key}`);
          },
        });
        return parts;
      },
      (run) => expect(endTexts(run)).toEqual([`no ${key}`]),
    ),
  );

  it.each(["name", "executionMode"])("whose %s cannot be read rejects the batch", (key) =>
    agree(
      (world) => {
        const parts = toolWith({})(world);
        Object.defineProperty(parts.tools[0], key, {
          get() {
            throw world.error(`no ${key}`);
          },
        });
        return parts;
      },
      (run) => expect(run.outcome.reason.message).toBe(`no ${key}`),
    ),
  );
});

describe("an emit", () => {
  it.each(NO_FUNCTIONS.map((value) => [value]))("that is %s rejects the batch at the first event", (emit) =>
    agree(
      (world) => ({ tools: [world.tool("t")], calls: [world.call("t")], emit }),
      (run) => {
        expect(run.outcome.reason).toBeInstanceOf(TypeError);
        expect(run.outcome.reason.message).toBe("emit is not a function");
      },
    ),
  );

  it("that is missing does not matter when there are no calls", () =>
    agree(
      () => ({ emit: undefined }),
      (run) => expect(run.outcome.state).toBe("fulfilled"),
    ));

  it("whose return value has a then that cannot be read rejects the batch", () =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        calls: [world.call("t")],
        emit: world.emitter(() =>
          Object.defineProperty({}, "then", {
            get() {
              throw world.error("no then");
            },
          }),
        ),
      }),
      (run) => expect(run.outcome.reason.message).toBe("no then"),
    ));
});

describe("a result", () => {
  it.each(["content", "details"])("whose %s cannot be read rejects the batch when its message is built", (key) =>
    agree(
      (world) => {
        const result = Object.defineProperty({}, key, {
          get() {
            throw world.error(`no ${key}`);
          },
        });
        return { tools: [world.tool("t", () => result), world.tool("u")], calls: [world.call("u"), world.call("t")] };
      },
      (run) => {
        expect(run.outcome.reason.message).toBe(`no ${key}`);
        expect(ends(run)).toHaveLength(2);
      },
    ),
  );

  it("whose terminate cannot be read rejects the batch after the last message", () =>
    agree(
      (world) => {
        const result = Object.defineProperty({}, "terminate", {
          get() {
            throw world.error("no terminate");
          },
        });
        return { tools: [world.tool("t", () => result)], calls: [world.call("t")] };
      },
      (run) => expect(run.events.at(-1).type).toBe("message_end"),
    ));
});
