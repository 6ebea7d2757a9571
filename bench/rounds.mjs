// Times several implementations in turn, in one process, so that what disturbs the machine disturbs them all.

import { performance } from "node:perf_hooks";

/**
 * @typedef {(times: number) => number | Promise<number>} Timed does its work so many times and gives the milliseconds
 *
 * @typedef {object} Effort
 * @property {number} rounds at least
 * @property {number} mostRounds
 * @property {number} budgetMs for all rounds together; the least number of rounds is run in any case
 * @property {number} sliceMs how long one implementation's part of a round should take
 */

const WARM_UP_MS = 60;

/**
 * Gives for each implementation the milliseconds of one piece of work, a number a round.
 * @template {string} Name
 * @param {Record<Name, Timed>} timed @param {Effort} effort
 * @returns {Promise<Record<Name, number[]>>}
 */
export async function runRounds(timed, { rounds, mostRounds, budgetMs, sliceMs }) {
  const names = /** @type {Name[]} */ (Object.keys(timed));
  /** @type {Record<string, number>} */
  const repeats = {};
  for (const name of names) repeats[name] = await calibrate(timed[name], sliceMs);
  const results = /** @type {Record<Name, number[]>} */ ({});
  for (const name of names) results[name] = [];
  const end = performance.now() + budgetMs;
  for (let round = 0; round < mostRounds && (round < rounds || performance.now() < end); round++) {
    // None is always the first.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length];
      results[name].push((await timed[name](repeats[name])) / repeats[name]);
    }
  }
  return results;
}

/**
 * Warms up and finds how many repeats fill a slice.
 * @param {Timed} timed @param {number} sliceMs
 */
async function calibrate(timed, sliceMs) {
  let repeats = 1;
  const end = performance.now() + WARM_UP_MS;
  for (;;) {
    const ms = await timed(repeats);
    if (performance.now() > end) return Math.max(1, Math.round((repeats * sliceMs) / Math.max(ms, 1e-3)));
    if (ms < sliceMs / 2) repeats *= 2;
  }
}
