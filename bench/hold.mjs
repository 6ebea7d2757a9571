// For how long a batch keeps the Node thread from everything else.

import { performance } from "node:perf_hooks";
import { emit } from "./speed.mjs";
import { median } from "./statistics.mjs";

/** @typedef {import("./cases.mjs").Batch} Batch @typedef {import("./implementations.mjs").ExecuteToolCalls} ExecuteToolCalls */

/**
 * The longest time between two turns of the event loop while these batches run, in milliseconds.
 * @param {ExecuteToolCalls} executeToolCalls @param {Batch[]} batches
 */
async function longestHold(executeToolCalls, batches) {
  let longest = 0;
  let over = false;
  // An immediate a turn sees more than monitorEventLoopDelay, whose timer has a resolution of a millisecond.
  const watched = new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    let last = performance.now();
    const turn = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (over) resolve();
      else setImmediate(turn);
    };
    setImmediate(() => {
      last = performance.now();
      setImmediate(turn);
      void run();
    });
    const run = async () => {
      await Promise.all(
        batches.map(({ context, message, config }) => executeToolCalls(context, message, config, undefined, emit)),
      );
      over = true;
    };
  });
  await watched;
  return longest;
}

/**
 * The median of the longest holds, in milliseconds.
 * @param {import("./cases.mjs").Case} benched @param {import("./implementations.mjs").Pair} pair @param {number} rounds
 */
export async function measureHold(benched, pair, rounds) {
  const make = benched.prepare(pair.build);
  /** @type {Record<"reference" | "addon" | "queued", number[]>} */
  const holds = { reference: [], addon: [], queued: [] };
  for (let round = 0; round < rounds + 1; round++) {
    for (const side of /** @type {const} */ (["reference", "addon", "queued"])) {
      const hold = await longestHold(pair[side], make());
      // The first round warms up.
      if (round > 0) holds[side].push(hold);
    }
  }
  return {
    name: benched.name,
    title: benched.title,
    reference: median(holds.reference),
    addon: median(holds.addon),
    queued: median(holds.queued),
  };
}
