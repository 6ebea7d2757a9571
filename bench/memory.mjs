// What each implementation needs of memory, in processes that load nothing of the other.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const alone = fileURLToPath(new URL("./alone.mjs", import.meta.url));

/** How many calls wait at once when the price of one is measured. */
export const WAITING = 50_000;

/** @param {import("./alone.mjs").Question} question @returns {Promise<any>} */
function ask(question) {
  return new Promise((resolve, reject) => {
    const child = fork(alone, { execArgv: ["--expose-gc"] });
    child.once("message", (/** @type {any} */ { answer, problem }) =>
      problem === undefined ? resolve(answer) : reject(new Error(problem)),
    );
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the process that measures memory ended with ${code}`)));
    child.send(question);
  });
}

/**
 * The peak of a process that runs the case again and again, and how much of it came with that, in bytes.
 * @param {import("./cases.mjs").Case} benched @param {string} version
 */
export async function measurePeak({ name, title }, version) {
  const reference = await ask({ version, side: "reference", caseName: name });
  const addon = await ask({ version, side: "addon", caseName: name });
  return { name, title, reference, addon };
}

/**
 * What one call costs while its tool runs, in bytes.
 * @param {string} version
 * @returns {Promise<Record<"reference" | "addon", { heap: number, rss: number }>>}
 */
export async function measureWaiting(version) {
  const reference = await ask({ version, side: "reference", waiting: WAITING });
  const addon = await ask({ version, side: "addon", waiting: WAITING });
  return { reference, addon };
}
