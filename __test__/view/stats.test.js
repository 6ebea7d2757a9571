/** `stats()`: counters that are kept whether anybody asks or not. */
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createToolExecutor, executeToolCalls, stats, validateToolArguments } from "../../index.js";
import { runSeven, STATUSES } from "./seven.js";

/** What `body` adds to the counters. */
async function added(body) {
  const before = stats();
  await body();
  const after = stats();
  return {
    batches: after.batches - before.batches,
    calls: Object.fromEntries(STATUSES.map((status) => [status, after.calls[status] - before.calls[status]])),
    validators: after.validators - before.validators,
  };
}

const each = (count) => Object.fromEntries(STATUSES.map((status) => [status, count]));
const newSchema = () => ({ type: "object" });

describe("stats()", () => {
  it("counts batches, and calls by how they came out", async () => {
    expect(Object.keys(stats().calls).sort()).toEqual([...STATUSES].sort());
    expect(await added(() => runSeven())).toMatchObject({ batches: 1, calls: each(1) });
  });

  it("counts a call of runToolCall, which is no batch", async () => {
    const { runToolCall } = createToolExecutor({ compat: "1.6.0" });
    const tools = [{ name: "t", parameters: newSchema(), execute: () => ({ content: [] }) }];
    const toolCall = { type: "toolCall", id: "1", name: "t", arguments: {} };
    const { batches, calls } = await added(() => runToolCall(toolCall, { tools, context: {} }));
    expect({ batches, calls }).toEqual({ batches: 0, calls: { ...each(0), ok: 1 } });
  });

  it("counts what a hook made of a call", async () => {
    const tools = [{ name: "t", parameters: newSchema(), execute: () => ({ content: [] }) }];
    const content = [{ type: "toolCall", id: "1", name: "t", arguments: {} }];
    const config = { afterToolCall: () => ({ isError: true }) };
    const { calls } = await added(() => executeToolCalls({ tools }, { content }, config, undefined, () => {}));
    expect(calls).toEqual({ ...each(0), error: 1 });
  });

  it("counts the compiled schemas that are alive, and no longer those that are not", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const settle = async () => {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    };
    await settle();
    let tools = Array.from({ length: 500 }, () => ({ parameters: newSchema() }));
    const { validators } = await added(() => {
      for (const tool of tools) for (let n = 0; n < 2; n++) validateToolArguments(tool, { name: "t", arguments: {} });
    });
    expect(validators).toBe(500);
    const full = stats().validators;
    tools = [];
    for (let round = 0; round < 50 && stats().validators > full - 500; round++) await settle();
    expect(stats().validators).toBeLessThanOrEqual(full - 500);
  });

  it("knows the longest that a call into the core took", () => {
    const before = stats().longestHoldMs;
    const parameters = {
      type: "object",
      properties: { a: { type: "array", items: { type: "string", pattern: "^a*$" } } },
    };
    const a = Array.from({ length: 50_000 }, () => "aaaaaaaaaaaaaaaa");
    const begun = performance.now();
    validateToolArguments({ parameters }, { name: "t", arguments: { a } });
    const took = performance.now() - begun;
    const { longestHoldMs } = stats();
    expect(longestHoldMs).toBeGreaterThan(Math.max(before - 1e-9, 0.5));
    if (longestHoldMs > before) expect(longestHoldMs).toBeLessThan(took);
  });

  it("is one and the same for require and import", () => {
    expect(createRequire(import.meta.url)("../../index.cjs").stats).toBe(stats);
  });
});
