// Before anything is timed: both give the same events, results and arguments for the tool.

import { isDeepStrictEqual } from "node:util";

/** @typedef {import("./cases.mjs").Batch} Batch @typedef {import("./implementations.mjs").ExecuteToolCalls} ExecuteToolCalls */

/**
 * Runs batches together and writes down all that can be seen of them.
 * @param {ExecuteToolCalls} executeToolCalls @param {Batch[]} batches
 */
async function observe(executeToolCalls, batches) {
  /** @type {any[]} */
  const seen = [];
  const { now } = Date;
  // Result messages carry the time.
  Date.now = () => 0;
  try {
    const running = batches.map(({ context, message, config }, batch) => {
      const tools = context.tools.map((/** @type {any} */ tool) => ({
        ...tool,
        execute: (/** @type {any[]} */ ...args) => {
          seen.push({ batch, id: args[0], args: structuredClone(args[1]) });
          return tool.execute(...args);
        },
      }));
      return executeToolCalls({ ...context, tools }, message, config, undefined, (/** @type {any} */ event) => {
        seen.push({ batch, ...event });
      });
    });
    return { seen, results: await Promise.all(running) };
  } finally {
    Date.now = now;
  }
}

/**
 * @param {import("./cases.mjs").Case} benched @param {() => Batch[]} make
 * @param {ExecuteToolCalls} reference @param {ExecuteToolCalls[]} others
 * @throws {Error} where they differ, or the case is not what it says it is
 */
export async function checkEqual(benched, make, reference, others) {
  const expected = await observe(reference, make());
  for (const other of others) {
    const actual = await observe(other, make());
    if (!isDeepStrictEqual(actual, expected)) {
      const at = expected.seen.findIndex((event, index) => !isDeepStrictEqual(event, actual.seen[index]));
      throw new Error(
        `${benched.name}: the addon does not give what the reference gives; first at event ${at}:\n` +
          `  reference ${JSON.stringify(expected.seen[at])?.slice(0, 400)}\n` +
          `  addon     ${JSON.stringify(actual.seen[at])?.slice(0, 400)}`,
      );
    }
  }
  const ends = expected.seen.filter((event) => event.type === "tool_execution_end");
  const fails = benched.fails ?? false;
  if (ends.length !== benched.calls || ends.some((end) => end.isError !== fails)) {
    throw new Error(`${benched.name}: ${benched.calls} calls should end ${fails ? "with errors" : "well"}`);
  }
}
