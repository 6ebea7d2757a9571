import { describe, expect, it } from "vitest";
import { hostileBatch } from "./hostile.js";

const BATCHES = 1000;
const AT_ONCE = 100;

describe("with every option on, whatever the tools do", () => {
  it("each call has exactly one start, one end and one message", { timeout: 120_000 }, async () => {
    for (let seed = 0; seed < BATCHES; seed += AT_ONCE) {
      const wrong = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => hostileBatch(seed + n)));
      expect(wrong.flat()).toEqual([]);
    }
  });
});
