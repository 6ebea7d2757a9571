/**
 * The random comparison with later versions of pi, each by its own rules. `npm run compat` does the same with all of them, and
 * `node __test__/fuzz-loop.mjs --against V` with one.
 */
import { describe, expect, it } from "vitest";
import { DISPATCHES, loadImplementations } from "./play/implementations.js";
import { compareBatch } from "./random/compare.js";

const BATCHES = 300;

describe.each(["0.79.1", "0.87.1", "1.6.0"])("random batches by the rules of %s", (version) => {
  const loading = loadImplementations(version);

  async function compareAll(options) {
    const implementations = await loading;
    for (let seed = 1; seed <= BATCHES; seed++) {
      const differences = await compareBatch(implementations, { seed, dispatches: DISPATCHES, ...options });
      expect(
        differences.map(({ text }) => text).join("\n\n"),
        `replay with --against ${version} --seed ${seed} --count 1 --show`,
      ).toBe("");
    }
  }

  it("agree in every logged point, in both dispatch modes", { timeout: 120_000 }, () => compareAll({}));

  it("agree in the order of microtasks, handed over inline", { timeout: 120_000 }, () =>
    compareAll({ ties: "microtask", dispatches: ["inline"] }),
  );

  it("agree where a tool calls another one", { timeout: 120_000 }, async () => {
    const { reference, inline } = await loading;
    if (reference.runToolCall === undefined) expect(inline.runToolCall).toBeUndefined();
    else await compareAll({ single: true });
  });
});
