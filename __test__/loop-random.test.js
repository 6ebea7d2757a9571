/** The seeded random comparison. `node __test__/fuzz-loop.mjs --help` says how to run more of it and how to replay a seed. */
import { describe, expect, it } from "vitest";
import { implementations } from "./play/agree.js";
import { DISPATCHES } from "./play/implementations.js";
import { compareBatch } from "./random/compare.js";

const BATCHES = 2000;
const SLICE = 250;
const slices = (count) => Array.from({ length: count / SLICE }, (_, n) => [n * SLICE + 1, (n + 1) * SLICE]);

async function compareAll(first, last, ties, dispatches = DISPATCHES) {
  for (let seed = first; seed <= last; seed++) {
    const differences = await compareBatch(implementations, { seed, dispatches, ties });
    expect(
      differences.map(({ text }) => text).join("\n\n"),
      `replay with --seed ${seed} --count 1 --ties ${ties} --show`,
    ).toBe("");
  }
}

describe("random batches agree with the reference in every logged point, in both dispatch modes", () => {
  it.each(slices(BATCHES))("seeds %i to %i", { timeout: 120_000 }, (first, last) => compareAll(first, last, "none"));
});

describe("random calls that settle at one moment end in the reference's order", () => {
  it.each(slices(500))("seeds %i to %i", { timeout: 120_000 }, (first, last) => compareAll(first, last, "settle"));
});

describe("handed over inline, random steps that tie come in the reference's microtask order", () => {
  it.each(slices(500))("seeds %i to %i", { timeout: 120_000 }, (first, last) =>
    compareAll(first, last, "microtask", ["inline"]),
  );
});
