import { describe, expect, it } from "vitest";
import { agree, ends, endTexts, noted } from "./play/agree.js";

const withAfter =
  (act, { run, args = {}, calls } = {}) =>
  (world) => ({
    tools: [world.tool("t", (call) => (run ? run(world, call) : world.result("own", { terminate: true, usage: 1 })))],
    calls: calls?.(world) ?? [world.call("t", { ...args })],
    config: { afterToolCall: world.hook("after", (seen, nth) => act(seen, world, nth)) },
    signal: new AbortController().signal,
  });
const failing = () => {
  throw new Error("failed");
};

describe("afterToolCall", () => {
  it("is called on config with the message, the raw call, the args, the result, isError and the context, then the signal", () =>
    agree(
      withAfter(() => undefined, { args: { a: 1 } }),
      (run) =>
        expect(noted(run, "after")[0]).toMatch(
          /^after with 2 arguments, this @config @~\d+\{assistantMessage: @message, toolCall: @call0\{.*\}, args: @~\d+\{a: 1\}, result: @result0\{.*\}, isError: false, context: @context\} @signal$/,
        ),
    ));

  it("is asked about failed calls too, and sees the error result", () =>
    agree(
      withAfter(() => undefined, { run: failing }),
      (run) => expect(noted(run, "after")[0]).toMatch(/content: .*text: "failed".*details: @~\d+\{\}\}, isError: true/),
    ));

  it("is not asked about immediate outcomes", () =>
    agree(
      (world) => ({
        ...withAfter(() => undefined)(world),
        calls: [world.call("none"), world.call("t", null), world.call("t")],
      }),
      (run) => expect(noted(run, "after")).toHaveLength(1),
    ));

  it("is read from config when the call is finalized", () =>
    agree(
      (world) => {
        const config = {};
        const tool = world.tool("t", ({ nth }) => {
          if (nth === 0) config.afterToolCall = world.hook("after", () => void delete config.afterToolCall);
          return world.result();
        });
        return { tools: [tool], calls: [world.call("t"), world.call("t")], config };
      },
      (run) => expect(noted(run, "after")).toHaveLength(1),
    ));

  it("is read after the updates were awaited", () =>
    agree((world) => ({
      tools: [world.tool("t", ({ onUpdate }) => world.result(String(onUpdate(1))))],
      calls: [world.call("t")],
      config: world.watched({ afterToolCall: world.hook("after") }, "config"),
      emit: world.emitter((event) => event.partialResult && world.wait(5).then(() => world.note("emitted"))),
    })));

  it.each([undefined, null, false, 0, "", Number.NaN])("that gives %s keeps the result object itself", (returned) =>
    agree(
      withAfter(() => returned),
      (run) => expect(noted(run, "emit")[1]).toContain("result: @result0{"),
    ),
  );

  const content = [{ type: "text", text: "new" }];
  const merges = [
    [
      "an empty object",
      {},
      { content: [{ type: "text", text: "own" }], details: { of: "own" }, terminate: true },
      false,
    ],
    ["true", true, { content: [{ type: "text", text: "own" }], details: { of: "own" }, terminate: true }, false],
    ["content", { content }, { content, details: { of: "own" }, terminate: true }, false],
    ["details", { details: 0 }, { content: [{ type: "text", text: "own" }], details: 0, terminate: true }, false],
    [
      "terminate: false",
      { terminate: false },
      { content: [{ type: "text", text: "own" }], details: { of: "own" }, terminate: false },
      false,
    ],
    [
      "isError",
      { isError: true },
      { content: [{ type: "text", text: "own" }], details: { of: "own" }, terminate: true },
      true,
    ],
    [
      "isError that is truthy only",
      { isError: 1 },
      { content: [{ type: "text", text: "own" }], details: { of: "own" }, terminate: true },
      1,
    ],
    [
      "null everywhere",
      { content: null, details: null, terminate: null, isError: null },
      { content: [{ type: "text", text: "own" }], details: { of: "own" }, terminate: true },
      false,
    ],
    [
      "empty values everywhere",
      { isError: "", terminate: 0, details: "", content: "" },
      { content: "", details: "", terminate: 0 },
      "",
    ],
    ["other fields", { usage: 2, content }, { content, details: { of: "own" }, terminate: true }, false],
  ];
  it.each(merges)(
    "that gives %s makes a new result of content, details and terminate",
    (_, returned, merged, isError) =>
      agree(
        withAfter(() => returned),
        (run) => {
          const [end] = ends(run);
          expect(end.result).toEqual(merged);
          expect(Reflect.ownKeys(end.result)).toEqual(["content", "details", "terminate"]);
          expect(end.isError).toBe(isError);
          expect(run.outcome.value.messages[0].isError).toBe(isError);
        },
      ),
  );
  it.each(merges)("may give a promise of %s", (_, returned, merged) =>
    agree(
      withAfter(async () => returned),
      (run) => expect(ends(run)[0].result).toEqual(merged),
    ),
  );

  it("keeps what it does not override by identity", () =>
    agree(
      withAfter(() => ({ terminate: true })),
      (run) =>
        expect(noted(run, "emit")[1]).toMatch(
          /result: @~\d+\{content: @result0.content\[.*details: @result0.details\{/,
        ),
    ));

  it("has all three keys also where the result has none of them", () =>
    agree(
      withAfter(() => ({}), { run: () => 42 }),
      (run) => expect(Reflect.ownKeys(ends(run)[0].result)).toEqual(["content", "details", "terminate"]),
    ));

  it("may turn a failure into a success", () =>
    agree(
      withAfter(() => ({ isError: false, content: "fine" }), { run: failing }),
      (run) => {
        expect(ends(run)[0]).toMatchObject({ isError: false, result: { content: "fine", details: {} } });
      },
    ));

  it.each([
    ["an Error", new Error("hook failed"), "hook failed"],
    ["a text", "just text", "just text"],
    ["undefined", undefined, "undefined"],
  ])("that throws %s makes an error result, whatever the tool gave", async (_, thrown, text) => {
    const throwing = () => {
      throw thrown;
    };
    const expected = { result: { content: [{ type: "text", text }], details: {} }, isError: true };
    await agree(withAfter(throwing), (run) => expect(ends(run)[0]).toMatchObject(expected));
    await agree(
      withAfter(async () => throwing()),
      (run) => expect(ends(run)[0]).toMatchObject(expected),
    );
    await agree(withAfter(throwing, { run: failing }), (run) => expect(endTexts(run)).toEqual([text]));
  });

  it("may change the result in place", () =>
    agree(
      withAfter(({ result }) => {
        result.content = "changed";
      }),
      (run) => expect(run.outcome.value.messages[0].content).toBe("changed"),
    ));

  it("whose return cannot be read makes an error result", () =>
    agree(
      withAfter(() => Object.defineProperty({}, "details", { get: failing })),
      (run) => expect(endTexts(run)).toEqual(["failed"]),
    ));

  it("has its return's fields read in the order content, details, terminate, isError", () =>
    agree(
      withAfter((_, world) => world.watched({ isError: 1, terminate: 1, details: 1, content: 1 }, "returned")),
      (run) =>
        expect(noted(run, "read returned")).toEqual(
          ["content", "details", "terminate", "isError"].map((key) => `read returned.${key}`),
        ),
    ));
});

describe("result messages", () => {
  it("have their keys in order and hold content and details by identity", () =>
    agree(
      withAfter(() => undefined),
      (run) =>
        expect(noted(run, "emit")[2]).toMatch(
          /message: @~\d+\{role: "toolResult", toolCallId: "id0", toolName: "t", content: @result0.content\[.*\], details: @result0.details\{of: "own"\}, isError: false, timestamp: 17\d+\}\}$/,
        ),
    ));

  it("are one object in message_start, message_end and the returned list", () =>
    agree(
      withAfter(() => undefined),
      ({ events, outcome }) => {
        expect(events.map((event) => event.type).slice(2)).toEqual(["message_start", "message_end"]);
        expect(events[2].message).toBe(events[3].message);
        expect(outcome.value.messages[0]).toBe(events[2].message);
        expect(Reflect.ownKeys(events[2])).toEqual(["type", "message"]);
      },
    ));

  it("are neither copied nor frozen, and a listener may change them", () =>
    agree(
      (world) => ({
        ...withAfter(() => undefined)(world),
        emit: world.emitter((event) => {
          if (event.type === "message_start") event.message.content = "redacted";
        }),
      }),
      ({ outcome }) => expect(outcome.value.messages[0].content).toBe("redacted"),
    ));

  it("show what a listener of the end event did to the result", () =>
    agree(
      (world) => ({
        ...withAfter(() => undefined)(world),
        emit: world.emitter((event) => {
          if (event.type === "tool_execution_end") event.result.content = "changed";
        }),
      }),
      ({ outcome }) => expect(outcome.value.messages[0].content).toBe("changed"),
    ));

  it("do not follow what a listener does to the end event's own fields", () =>
    agree(
      (world) => ({
        ...withAfter(() => undefined)(world),
        emit: world.emitter(
          (event) => Object.assign(event, { isError: "changed", result: "changed", toolCallId: "id8" }) && undefined,
        ),
      }),
      ({ outcome }) => expect(outcome.value.messages[0]).toMatchObject({ toolCallId: "id0", isError: false }),
    ));

  it("and events may carry ids, names and arguments that are no text", () =>
    agree(
      (world) => ({
        tools: [world.tool("t")],
        calls: [
          { type: "toolCall", name: "t", arguments: {} },
          { type: "toolCall", id: 7, name: undefined, arguments: [] },
          { type: "toolCall", id: { a: 1 }, name: "t" },
        ],
      }),
      (run) => expect(endTexts(run)[0]).toBe("Tool undefined not found"),
    ));

  it("read the result's content, details and terminate when they are due", () =>
    agree(
      withAfter(() => undefined, {
        run: (world) => world.watched(world.result("watched", { terminate: true }), "the result"),
      }),
    ));
});

describe("terminate", () => {
  const batch =
    (terminates, overrides = []) =>
    (world) => ({
      tools: [world.tool("t", ({ nth }) => world.result("r", { terminate: terminates[nth] }))],
      calls: terminates.map(() => world.call("t")),
      config: overrides.length > 0 ? { afterToolCall: world.hook("after", (_, nth) => overrides[nth]) } : {},
    });
  it.each([
    [[true], [], true],
    [[true, true, true], [], true],
    [[true, false], [], false],
    [[true, undefined], [], false],
    [[1], [], false],
    [["true"], [], false],
    [[true, true], [undefined, { terminate: false }], false],
    [[true, false], [undefined, { terminate: true }], true],
    [[true], [{ content: "x" }], true],
  ])("of results %j with overrides %j is %s", async (terminates, overrides, expected) => {
    await agree(batch(terminates, overrides), ({ outcome }) => {
      expect(outcome.value.terminate).toBe(expected);
      expect(Reflect.ownKeys(outcome.value)).toEqual(["messages", "terminate"]);
    });
    await agree((world) =>
      Object.assign(batch(terminates, overrides)(world), {
        tools: [{ ...batch(terminates)(world).tools[0], executionMode: "sequential" }],
      }),
    );
  });

  it.each(["sequential", "parallel"])("is false in %s mode when one call failed", (toolExecution) =>
    agree(
      (world) => ({ ...batch([true])(world), calls: [world.call("t"), world.call("none")], config: { toolExecution } }),
      ({ outcome }) => expect(outcome.value.terminate).toBe(false),
    ),
  );

  it("can be asked for a failed call by the hook", () =>
    agree(
      withAfter(() => ({ terminate: true }), { run: failing }),
      ({ outcome }) => expect(outcome.value.terminate).toBe(true),
    ));
});
