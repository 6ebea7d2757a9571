/** One random batch through the reference and through the product. Shared by the test command and `fuzz-loop.mjs`. */
import { firstDifference } from "../play/difference.js";
import { play } from "../play/play.js";
import { planBatch } from "./plan.js";
import { scenarioOf } from "./scenario.js";

/**
 * @param {object} implementations from `loadImplementations`
 * @param {{ seed: number, dispatches: string[], ties?: string, exactReads?: boolean }} options
 * @returns {Promise<{ dispatch: string, text: string }[]>} the differences, at most one for each dispatch mode
 */
export async function compareBatch(implementations, { seed, dispatches, ties = "none", exactReads = false }) {
  const run = (name) => playBatch(implementations[name], { seed, ties, exactReads });
  const expected = await run("reference");
  const differences = [];
  for (const dispatch of dispatches) {
    const text = firstDifference(expected, await run(dispatch));
    if (text) differences.push({ dispatch, text: `seed ${seed}, ties ${ties}, dispatch ${dispatch}: ${text}` });
  }
  return differences;
}

export async function playBatch({ executeToolCalls, quietTurns, name }, { seed, ties = "none", exactReads = false }) {
  const scenario = scenarioOf(planBatch(seed, ties));
  const run = await play(scenario, executeToolCalls, { quietTurns, exactReads, ties: ties !== "none" });
  return { ...run, isReference: name === "reference" };
}
