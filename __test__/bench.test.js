// The benchmark uses the package's inside by hand, so it breaks when that changes.

import { expect, it } from "vitest";
import { measureCrossings } from "../bench/crossings.mjs";

it("measures each crossing of the boundary", async () => {
  const crossings = await measureCrossings({ rounds: 1, mostRounds: 1, budgetMs: 1, sliceMs: 0.1 });
  expect(crossings.length).toBeGreaterThan(10);
  for (const { title, microseconds } of crossings) expect(microseconds, title).toBeGreaterThan(0);
});
