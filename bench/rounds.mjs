// Times several implementations in turn, in one process, so that what disturbs the machine disturbs them all.

import { performance } from "node:perf_hooks";

/**
 * @typedef {(times: number) => number | Promise<number>} Timed does its work so many times and gives the milliseconds
 *
 * @typedef {object} Times milliseconds of one piece of work, a number a round
 * @property {number[]} wall by the clock
 * @property {number[]} cpu of all threads of the process: what other processes take is not in it
 *
 * @typedef {object} Effort
 * @property {number} rounds at least
 * @property {number} mostRounds
 * @property {number} budgetMs for all rounds together; the least number of rounds is run in any case
 * @property {number} sliceMs how long one implementation's part of a round should take: shorter than the operating system lets a
 *   process run before it gives the processor to another
 */

/** Of processor time: a busy machine compiles no faster for our waiting. */
const WARM_UP_MS = 100;

/**
 * Gives for each implementation what one piece of work took.
 * @template {string} Name
 * @param {Record<Name, Timed>} timed @param {Effort} effort
 * @returns {Promise<Record<Name, Times>>}
 */
export async function runRounds(timed, { rounds, mostRounds, budgetMs, sliceMs }) {
  const names = /** @type {Name[]} */ (Object.keys(timed));
  /** @type {Record<string, number>} */
  const repeats = {};
  for (const name of names) repeats[name] = await calibrate(timed[name], sliceMs);
  const results = /** @type {Record<Name, Times>} */ ({});
  for (const name of names) results[name] = { wall: [], cpu: [] };
  const end = performance.now() + budgetMs;
  for (let round = 0; round < mostRounds && (round < rounds || performance.now() < end); round++) {
    // None is always the first.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length];
      const before = process.cpuUsage();
      const wall = await timed[name](repeats[name]);
      const { user, system } = process.cpuUsage(before);
      results[name].wall.push(wall / repeats[name]);
      results[name].cpu.push((user + system) / 1000 / repeats[name]);
    }
  }
  return results;
}

/**
 * Warms up and finds how many repeats fill a slice. The fastest run counts: one that a collection or another process fell into
 * would make slices so short that they show little but the change from one implementation to the other.
 * @param {Timed} timed @param {number} sliceMs
 */
async function calibrate(timed, sliceMs) {
  let repeats = 1;
  let fastest = Infinity;
  const begin = process.cpuUsage();
  for (;;) {
    const ms = await timed(repeats);
    if (ms < sliceMs / 2) repeats *= 2;
    else fastest = Math.min(fastest, ms / repeats);
    const { user, system } = process.cpuUsage(begin);
    if ((user + system) / 1000 > WARM_UP_MS && fastest < Infinity) return Math.max(1, Math.round(sliceMs / fastest));
  }
}
