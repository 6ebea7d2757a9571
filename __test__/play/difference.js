/**
 * Compares two runs of one scenario. Gives a text that shows the first difference with what led to it, or undefined.
 */
const BEFORE = 6;

/** An update whose emission rejects: the reference leaves it unhandled where the product holds it, on purpose. */
export const HELD_BY_THE_PRODUCT = Symbol("a rejection that the product holds");

export function firstDifference(expected, actual) {
  const logs = differenceOfLogs(withUnhandled(expected), withUnhandled(actual));
  return logs ?? heldRejections(actual);
}

function withUnhandled(run) {
  const reasons = run.unhandled.filter((reason) => !isHeld(reason));
  return [...run.lines, ...reasons.map((reason) => `unhandled rejection ${run.world.names.describe(reason)}`)];
}

const isHeld = (reason) => typeof reason === "object" && reason !== null && HELD_BY_THE_PRODUCT in reason;

function heldRejections({ unhandled, world, isReference }) {
  const held = isReference ? [] : unhandled.filter(isHeld);
  return held.length === 0
    ? undefined
    : `unhandled, but must be held: ${held.map((reason) => world.names.describe(reason))}`;
}

function differenceOfLogs(expected, actual) {
  const length = Math.max(expected.length, actual.length);
  for (let at = 0; at < length; at++) {
    if (expected[at] !== actual[at]) return showDifference(expected, actual, at);
  }
  return undefined;
}

function showDifference(expected, actual, at) {
  const from = Math.max(0, at - BEFORE);
  return [
    `the logs differ at line ${at + 1} (reference ${expected.length} lines, product ${actual.length})`,
    ...expected.slice(from, at).map((line) => `      ${line}`),
    `  ref ${expected[at] ?? "<the log ends>"}`,
    `  got ${actual[at] ?? "<the log ends>"}`,
    ...expected.slice(at + 1, at + 3).map((line) => `  ref ${line}`),
    ...actual.slice(at + 1, at + 3).map((line) => `  got ${line}`),
  ].join("\n");
}
