// How the time of one call changes with the number of calls in a batch, and of batches at once.

import { executeBare } from "./bare.mjs";
import { smallBatch } from "./cases.mjs";
import { runRounds } from "./rounds.mjs";
import { timing } from "./speed.mjs";
import { median } from "./statistics.mjs";

const CALLS = [10, 100, 1000, 10_000];
const BATCHES = [1, 10, 100, 1000];
/** Calls of each of the batches at once. */
const CALLS_EACH = 3;

/**
 * @typedef {object} Scale times are microseconds of processor time a call
 * @property {string} title
 * @property {number} reference
 * @property {number} addon
 * @property {number} queued
 * @property {number} bare of the loop in `bare.mjs`
 */

/**
 * @param {import("./implementations.mjs").Pair} pair @param {import("./rounds.mjs").Effort} effort
 * @param {(text: string) => void} say
 */
export async function measureScaling(pair, effort, say) {
  /** @type {Scale[]} */
  const scales = [];
  for (const calls of CALLS) {
    const title = `${calls.toLocaleString("en")} calls in one batch`;
    say(title);
    const batches = [smallBatch(pair.build, calls)];
    scales.push({ title, ...(await perCall(pair, () => batches, calls, effort)) });
  }
  for (const count of BATCHES) {
    const title = `${count.toLocaleString("en")} batches of ${CALLS_EACH} at once`;
    say(title);
    const batches = Array.from({ length: count }, () => smallBatch(pair.build, CALLS_EACH));
    scales.push({ title, ...(await perCall(pair, () => batches, count * CALLS_EACH, effort)) });
  }
  return scales;
}

/**
 * @param {import("./implementations.mjs").Pair} pair @param {() => import("./cases.mjs").Batch[]} make
 * @param {number} calls @param {import("./rounds.mjs").Effort} effort
 */
async function perCall(pair, make, calls, effort) {
  globalThis.gc?.();
  const times = await runRounds(
    {
      reference: timing(pair.reference, make),
      addon: timing(pair.addon, make),
      queued: timing(pair.queued, make),
      bare: timing(executeBare, make),
    },
    effort,
  );
  const microseconds = (/** @type {import("./rounds.mjs").Times} */ { cpu }) => (median(cpu) / calls) * 1000;
  return {
    reference: microseconds(times.reference),
    addon: microseconds(times.addon),
    queued: microseconds(times.queued),
    bare: microseconds(times.bare),
  };
}
