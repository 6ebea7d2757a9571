/** One random batch through the reference and through the product. Shared by the test command and `fuzz-loop.mjs`. */
import { firstDifference } from "../play/difference.js";
import { play } from "../play/play.js";
import { eraOf, planBatch } from "./plan.js";
import { scenarioOf } from "./scenario.js";
import { singleCall } from "./single.js";

/**
 * @param {object} implementations from `loadImplementations`
 * @param {{ seed: number, dispatches: string[], ties?: string, exactReads?: boolean, single?: boolean }} options
 * @returns {Promise<{ dispatch: string, text: string }[]>} the differences, at most one for each dispatch mode
 */
export async function compareBatch(
  implementations,
  { seed, dispatches, ties = "none", exactReads = false, single = false },
) {
  const era = eraOf(implementations.reference.version);
  const run = (name) => playBatch(implementations[name], { seed, ties, era, exactReads, single });
  const expected = await run("reference");
  const differences = [];
  for (const dispatch of dispatches) {
    const text = firstDifference(expected, await run(dispatch));
    if (text)
      differences.push({
        dispatch,
        text: `seed ${seed}, ties ${ties}, dispatch ${dispatch}${single ? ", single" : ""}: ${text}`,
      });
  }
  return differences;
}

export async function playBatch(implementation, { seed, ties = "none", era, exactReads = false, single = false }) {
  const { executeToolCalls, runToolCall, quietTurns, name } = implementation;
  const scenario = scenarioOf(planBatch(seed, ties, era));
  const entry = single ? singleCall(runToolCall) : executeToolCalls;
  const run = await play(scenario, entry, { quietTurns, exactReads, ties: ties !== "none" });
  return { ...run, isReference: name === "reference" };
}
