/** Batches far larger, and far more of them at once, than any agent makes. */
import { describe, expect, it } from "vitest";
import { agree, implementations, order } from "./play/agree.js";
import { firstDifference } from "./play/difference.js";
import { DISPATCHES } from "./play/implementations.js";
import { playAll } from "./play/play.js";
import { planBatch } from "./random/plan.js";
import { scenarioOf } from "./random/scenario.js";

const MANY = 10_000;

const manyCalls = (toolExecution) => (world) => ({
  tools: [
    world.tool("t", async ({ args: { n } }) => {
      // Calls of one kind share a moment; the failing ones have theirs.
      const fails = n % 11 === 0;
      if (toolExecution === "parallel") await world.wait(fails ? 20 : 1 + (n % 7));
      if (fails) throw new Error(`call ${n} failed`);
      return { content: [], details: n };
    }),
  ],
  calls: Array.from({ length: MANY }, (_, n) => world.call(n % 13 === 0 ? "unknown" : "t", { n })),
  config: { toolExecution },
});

describe("10,000 calls in one batch", () => {
  it.each(["parallel", "sequential"])("have the reference's events in %s mode", { timeout: 120_000 }, (toolExecution) =>
    agree(
      manyCalls(toolExecution),
      (run) => {
        expect(run.events).toHaveLength(4 * MANY);
        expect(run.outcome.value.messages.map((message) => message.toolCallId)).toEqual(
          Array.from({ length: MANY }, (_, n) => `id${n}`),
        );
      },
      { ties: true },
    ),
  );
});

describe("500 batches at once", () => {
  const scenarios = Array.from({ length: 500 }, (_, n) => scenarioOf(planBatch(50_000 + n)));
  const playOn = ({ executeToolCalls, quietTurns }) => playAll(scenarios, executeToolCalls, { quietTurns });

  it.each(DISPATCHES)("have the reference's events each, handed over %s", { timeout: 120_000 }, async (dispatch) => {
    const expected = await playOn(implementations.reference);
    const actual = await playOn(implementations[dispatch]);
    expect(actual).toHaveLength(500);
    expected.forEach((run, n) => {
      expect(firstDifference(run, actual[n]), `seed ${50_000 + n}`).toBeUndefined();
      expect(order(actual[n])).toBe(order(run));
    });
  });
});
