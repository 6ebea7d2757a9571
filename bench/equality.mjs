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
  // Result messages carry the time, and from some version on how long the tool took.
  Date.now = () => 0;
  performance.now = () => 0;
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
    // The prototype's shows again.
    Reflect.deleteProperty(performance, "now");
  }
}

/**
 * @param {import("./cases.mjs").Case} benched @param {() => Batch[]} make @param {import("./implementations.mjs").Pair} pair
 * @throws {Error} where they differ, or the case is not what it says it is
 */
export async function checkEqual(benched, make, { reference, addon, queued }) {
  const expected = await observe(reference, make());
  compare(benched, "the addon", expected, await observe(addon, make()));
  // Through the queue each batch is the same, but not how several of them interleave.
  compare(benched, "the addon, queued,", byBatch(expected), byBatch(await observe(queued, make())));
  const ends = expected.seen.filter((event) => event.type === "tool_execution_end");
  const fails = benched.fails ?? false;
  if (ends.length !== benched.calls || ends.some((end) => end.isError !== fails)) {
    throw new Error(`${benched.name}: ${benched.calls} calls should end ${fails ? "with errors" : "well"}`);
  }
}

/** @typedef {{ seen: any[], results: any[] }} Observed */

/** @param {Observed} observed @returns {Observed} */
const byBatch = ({ seen, results }) => ({ seen: seen.toSorted((a, b) => a.batch - b.batch), results });

/** @param {import("./cases.mjs").Case} benched @param {string} who @param {Observed} expected @param {Observed} actual */
function compare({ name }, who, expected, actual) {
  if (isDeepStrictEqual(actual, expected)) return;
  const at = expected.seen.findIndex((event, index) => !isDeepStrictEqual(event, actual.seen[index]));
  /** @param {Observed} observed */
  const shown = ({ seen, results }) => JSON.stringify(at === -1 ? results : seen[at])?.slice(0, 400);
  throw new Error(
    `${name}: ${who} does not give what the reference gives${at === -1 ? "" : `; first at event ${at}`}:\n` +
      `  reference ${shown(expected)}\n  addon     ${shown(actual)}`,
  );
}
