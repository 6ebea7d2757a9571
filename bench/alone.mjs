// A process of its own for what one implementation needs of memory. `memory.mjs` starts it and reads its answer.

import { setImmediate as turn } from "node:timers/promises";
import { CASES, waitingBatch } from "./cases.mjs";
import { loadSide } from "./implementations.mjs";
import { emit } from "./speed.mjs";

/** How often a case is run before its peak is read. */
const REPEATS = 20;

/** @typedef {{ version: string, side: string, caseName?: string, waiting?: number }} Question */

/** @param {Question} question */
async function answer({ version, side, caseName, waiting }) {
  const { executeToolCalls, build } = await loadSide(version, side);
  return waiting === undefined
    ? peakOf(executeToolCalls, build, caseName)
    : perWaitingCall(executeToolCalls, build, waiting);
}

/** @param {any} executeToolCalls @param {any} build @param {string | undefined} caseName */
async function peakOf(executeToolCalls, build, caseName) {
  const benched = CASES.find(({ name }) => name === caseName);
  if (!benched) throw new Error(`there is no case ${caseName}`);
  const make = benched.prepare(build);
  const run = () =>
    Promise.all(
      make().map(({ context, message, config }) => executeToolCalls(context, message, config, undefined, emit)),
    );
  const before = process.memoryUsage().rss;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    await run();
    await turn();
  }
  const peak = process.resourceUsage().maxRSS * 1024;
  return { peak, more: peak - before };
}

/** @param {any} executeToolCalls @param {any} build @param {number} count */
async function perWaitingCall(executeToolCalls, build, count) {
  // Once, so that what is made on first use is there.
  await hold(executeToolCalls, build, 100, () => {});
  /** @type {{ heap: number, rss: number } | undefined} */
  let used;
  await hold(executeToolCalls, build, count, (difference) => {
    used = difference;
  });
  if (!used) throw new Error("the calls did not wait");
  return { heap: used.heap / count, rss: used.rss / count };
}

/**
 * @param {any} executeToolCalls @param {any} build @param {number} count
 * @param {(difference: { heap: number, rss: number }) => void} whileWaiting
 */
async function hold(executeToolCalls, build, count, whileWaiting) {
  let release = () => {};
  const released = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      release = resolve;
    })
  );
  let waiting = 0;
  const { context, message, config } = waitingBatch(build, count, released, () => waiting++);
  const before = await settled();
  const result = executeToolCalls(context, message, config, undefined, emit);
  while (waiting < count) await turn();
  const now = await settled();
  whileWaiting({ heap: now.heapUsed - before.heapUsed, rss: now.rss - before.rss });
  release();
  await result;
}

/** What is in use once the garbage is gone. */
async function settled() {
  for (let time = 0; time < 3; time++) {
    globalThis.gc?.();
    await turn();
  }
  return process.memoryUsage();
}

process.on("message", async (/** @type {Question} */ question) => {
  try {
    process.send?.({ answer: await answer(question) });
  } catch (error) {
    process.send?.({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  process.disconnect();
});
