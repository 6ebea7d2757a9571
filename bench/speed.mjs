// How long each case takes, by the reference and by the addon.

import { performance } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { checkEqual } from "./equality.mjs";
import { runRounds } from "./rounds.mjs";
import { median, quantile } from "./statistics.mjs";

/**
 * @typedef {import("./implementations.mjs").ExecuteToolCalls} ExecuteToolCalls
 * @typedef {import("./cases.mjs").Batch} Batch
 *
 * @typedef {object} Speed times are medians, in milliseconds for the whole case
 * @property {string} name
 * @property {string} title
 * @property {boolean} unfavourable see `cases.mjs`
 * @property {number} rounds
 * @property {number} reference
 * @property {number} addon
 * @property {number} ratio addon / reference: the median of the rounds' own ratios
 * @property {[number, number]} quartiles of these
 * @property {number} cpuRatio the same of processor time
 */

/** The events go nowhere, as asynchronously as pi's own agent takes them. */
export const emit = async () => {};

/**
 * The event loop turns once behind each piece, in the time that is taken: between an agent's batches it does too, and what the
 * native side has to free after a collection is freed there.
 * @param {ExecuteToolCalls} executeToolCalls @param {() => Batch[]} make
 * @returns {import("./rounds.mjs").Timed}
 */
export function timing(executeToolCalls, make) {
  return async (repeats) => {
    const all = Array.from({ length: repeats }, make);
    const begin = performance.now();
    for (const batches of all) {
      if (batches.length === 1) {
        const { context, message, config } = batches[0];
        await executeToolCalls(context, message, config, undefined, emit);
      } else {
        await Promise.all(
          batches.map(({ context, message, config }) => executeToolCalls(context, message, config, undefined, emit)),
        );
      }
    }
    await turn();
    return performance.now() - begin;
  };
}

/**
 * @param {import("./cases.mjs").Case} benched @param {import("./implementations.mjs").Pair} pair
 * @param {import("./rounds.mjs").Effort} effort
 * @returns {Promise<Speed>}
 */
export async function measureSpeed(benched, pair, effort) {
  const make = benched.prepare(pair.build);
  await checkEqual(benched, make, pair);
  globalThis.gc?.();
  const times = await runRounds({ reference: timing(pair.reference, make), addon: timing(pair.addon, make) }, effort);
  const ratios = ratiosOf(times.addon.wall, times.reference.wall);
  return {
    name: benched.name,
    unfavourable: benched.unfavourable ?? false,
    title: benched.title,
    rounds: ratios.length,
    reference: median(times.reference.wall),
    addon: median(times.addon.wall),
    ratio: median(ratios),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    cpuRatio: median(ratiosOf(times.addon.cpu, times.reference.cpu)),
  };
}

/** @param {number[]} addon @param {number[]} reference */
const ratiosOf = (addon, reference) => addon.map((time, round) => time / reference[round]);
