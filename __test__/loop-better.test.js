/** Where the product is better than the reference on purpose: one test for each line of that table which the loop decides. */
import { describe, expect, it } from "vitest";
import { ends, endTexts, noted, order, productOnly, runOn } from "./play/agree.js";

describe("a tool that gives no result", () => {
  const batch =
    (value, more = {}) =>
    (world) => ({
      tools: [world.tool("t"), world.tool("empty", () => value)],
      calls: [world.call("t"), world.call("empty"), world.call("t")],
      ...more,
    });

  it.each([undefined, null])("but %s fails that call alone", (value) =>
    productOnly(batch(value), (run) => {
      expect(endTexts(run)).toEqual(["t", 'Tool "empty" returned no result', "t"]);
      expect(run.outcome.value.messages.map((message) => message.isError)).toEqual([false, true, false]);
      expect(ends(run)[1].result).toEqual({
        content: [{ type: "text", text: 'Tool "empty" returned no result' }],
        details: {},
      });
      expect(order(run)).toBe("s0 s1 s2 e0 e1 e2 <0 >0 <1 >1 <2 >2");
    }),
  );

  it.each([undefined, null])("but a promise of %s fails that call alone, in sequential mode too", (value) =>
    productOnly(batch(Promise.resolve(value), { config: { toolExecution: "sequential" } }), (run) => {
      expect(endTexts(run)).toEqual(["t", 'Tool "empty" returned no result', "t"]);
    }),
  );

  it("is seen as a failure by afterToolCall, which may override it", () =>
    productOnly(
      (world) => ({
        ...batch(undefined)(world),
        config: {
          afterToolCall: world.hook("after", ({ isError }) =>
            isError ? { content: "none", isError: false } : undefined,
          ),
        },
      }),
      (run) => {
        expect(noted(run, "after")[1]).toMatch(/text: "Tool \\"empty\\" returned no result".*isError: true/);
        expect(ends(run)[1]).toMatchObject({ isError: false, result: { content: "none" } });
      },
    ));

  it("made the reference lose the results of the others", async () => {
    const run = await runOn("reference", batch(undefined));
    expect(run.outcome.reason).toBeInstanceOf(TypeError);
  });
});

describe("a thrown value that String() cannot turn into text", () => {
  const untellable = () => {
    throw Object.create(null);
  };
  const expected = { isError: true, result: { content: [{ type: "text", text: "Unknown error" }], details: {} } };

  it.each(["sequential", "parallel"])("by a tool in %s mode gives the error result Unknown error", (toolExecution) =>
    productOnly(
      (world) => ({
        tools: [world.tool("t"), world.tool("bad", untellable)],
        calls: [world.call("bad"), world.call("t")],
        config: { toolExecution },
      }),
      (run) => {
        expect(ends(run).find((event) => event.toolName === "bad")).toMatchObject(expected);
        expect(run.outcome.value.messages).toHaveLength(2);
      },
    ),
  );

  it.each(["beforeToolCall", "afterToolCall"])("by %s gives the error result Unknown error", (hook) =>
    productOnly(
      (world) => ({ tools: [world.tool("t")], calls: [world.call("t")], config: { [hook]: untellable } }),
      (run) => expect(ends(run)[0]).toMatchObject(expected),
    ),
  );

  it("by prepareArguments gives the error result Unknown error", () =>
    productOnly(
      (world) => ({ tools: [world.tool("t", undefined, { prepareArguments: untellable })], calls: [world.call("t")] }),
      (run) => expect(ends(run)[0]).toMatchObject(expected),
    ));

  it("such as one whose toString throws, too", () =>
    productOnly(
      (world) => ({
        tools: [world.tool("t", () => Promise.reject({ toString: untellable }))],
        calls: [world.call("t")],
      }),
      (run) => expect(ends(run)[0]).toMatchObject(expected),
    ));
});

describe("an update emission that rejects", () => {
  const failing = (world) =>
    world.emitter((event) =>
      event.type === "tool_execution_update"
        ? world.wait(2).then(() => Promise.reject(world.error("emit failed")))
        : undefined,
    );

  const whileRunning = (world) => ({
    tools: [
      world.tool("t", async ({ onUpdate }) => {
        onUpdate(1);
        await world.wait(9);
        world.note("tool is done");
        return world.result();
      }),
    ],
    calls: [world.call("t")],
    emit: failing(world),
  });

  it("while the tool runs is held, and the batch rejects with it once the tool has settled", () =>
    productOnly(whileRunning, (run) => {
      expect(run.unhandled).toEqual([]);
      expect(run.warnings).toEqual([]);
      expect(noted(run, "the batch is rejected")[0]).toContain("@error:emit failed");
      expect(run.lines.findIndex((line) => line.includes("rejected"))).toBeGreaterThan(
        run.lines.findIndex((line) => line.includes("tool is done")),
      );
    }));

  it("while the tool runs was an unhandled rejection in the reference", async () => {
    const run = await runOn("reference", whileRunning);
    expect(run.unhandled.map((reason) => reason.message)).toEqual(["emit failed"]);
  });

  it("after its call has settled is reported once as a process warning, and the update is emitted all the same", () =>
    productOnly(
      (world) => ({
        tools: [
          world.tool("t", ({ onUpdate }) => {
            world.clock.at(5, () => onUpdate("late"));
            return world.result();
          }),
        ],
        calls: [world.call("t")],
        emit: failing(world),
      }),
      (run) => {
        expect(order(run)).toBe("s0 e0 <0 >0 u0");
        expect(run.outcome.state).toBe("fulfilled");
        expect(run.unhandled).toEqual([]);
        expect(run.warnings).toHaveLength(1);
        expect(String(run.warnings[0][0]?.message ?? run.warnings[0][0])).toContain("emit failed");
      },
    ));
});

describe("input nested so deep that JavaScript's stack gives out", () => {
  const DEPTH = 200_000;
  const nested = (make, innermost) => {
    let value = innermost;
    for (let n = 0; n < DEPTH; n++) value = make(value);
    return value;
  };
  const deepArguments = () => nested((inner) => ({ a: inner }), {});
  const deepSchema = () => nested((inner) => ({ type: "object", properties: { a: inner } }), { type: "string" });
  const endless = () => {
    const schema = { type: "object", properties: {} };
    schema.properties.a = schema;
    return schema;
  };
  it.each([
    ["arguments", { type: "object" }, deepArguments],
    ["a schema", deepSchema, () => ({ a: {} })],
    ["a schema that refers to itself without end and deep arguments", endless, deepArguments],
  ])("%s: the call ends, its siblings too, and the process lives", (_, parameters, args) =>
    productOnly(
      (world) => {
        const tools = [
          world.tool("t"),
          {
            name: "deep",
            parameters: typeof parameters === "function" ? parameters() : parameters,
            execute: () => world.result("ran"),
          },
        ];
        const calls = [{ type: "toolCall", id: "id0", name: "deep", arguments: args() }, world.call("t")];
        return { tools, message: { content: { filter: () => calls } }, calls, emit: () => undefined };
      },
      (run) => {
        const [deep, sibling] = run.outcome.value.messages;
        expect(deep.isError).toBe(true);
        expect(deep.content[0].text).not.toBe("");
        expect(sibling.isError).toBe(false);
      },
    ),
  );
});

describe("a pattern that makes a backtracking engine explode", () => {
  // Backtracking takes seconds for 28 letters and twice as long for each further one.
  it("gets its verdict without the event loop standing still", async () => {
    const started = performance.now();
    await productOnly(
      (world) => ({
        tools: [
          world.tool("t", undefined, {
            parameters: { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } },
          }),
        ],
        calls: [world.call("t", { a: `${"a".repeat(28)}!` }), world.call("t", { a: "aaaa" })],
      }),
      (run) => {
        expect(endTexts(run)[0]).toContain('a: must match pattern "^(a+)+$"');
        expect(ends(run)[1].isError).toBe(false);
      },
    );
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
