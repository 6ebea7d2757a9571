/** One schema and one set of arguments through the reference's `validateToolArguments` and through the product's. */
import { describe, namesOf } from "./describe.js";

/** What the reference says where JavaScript's stack gives out; the product has words of its own for that. */
const OUT_OF_STACK = "Maximum call stack size exceeded";

/**
 * @typedef {object} Outcome
 * @property {"value" | "thrown"} kind
 * @property {string} text the value or the error, described
 * @property {string} raw the arguments afterwards
 */

/**
 * @param {(tool: unknown, toolCall: unknown) => unknown} validate
 * @param {{ parameters: unknown, args: unknown }} input
 * @param {Map<object, string>} names of the objects in the arguments
 * @returns {Outcome}
 */
function outcomeOf(validate, { parameters, args, tool = { name: "probe", parameters } }, names) {
  let kind = "value";
  let text;
  try {
    text = describe(validate(tool, { type: "toolCall", id: "1", name: "probe", arguments: args }), names);
  } catch (error) {
    kind = "thrown";
    text = describeThrown(error);
  }
  return { kind, text, raw: describe(args) };
}

function describeThrown(error) {
  if (!(error instanceof Error)) return `thrown ${describe(error)}`;
  const code = error instanceof DOMException ? ` ${error.code}` : "";
  return `${error.constructor.name} ${error.name}${code}: ${error.message}`;
}

/**
 * @param {{ reference: { validateToolArguments }, product: { validateToolArguments } }} implementations
 * @param {{ parameters: unknown, args: unknown }} input
 * @returns {{ expected: Outcome, actual: Outcome, difference: string | undefined }}
 */
export function compareValidation({ reference, product }, input) {
  const before = describe(input.args);
  const names = namesOf(input.args, "raw");
  const expected = outcomeOf(reference.validateToolArguments, input, names);
  const actual = outcomeOf(product.validateToolArguments, input, names);
  return { expected, actual, difference: differenceOf(before, expected, actual) };
}

function differenceOf(before, expected, actual) {
  if (expected.raw !== before) return `the reference changed the raw arguments\n  was ${before}\n  is  ${expected.raw}`;
  if (actual.raw !== before) return `the raw arguments were changed\n  was ${before}\n  is  ${actual.raw}`;
  if (expected.kind === actual.kind && expected.text === actual.text) return undefined;
  if (expected.kind === "thrown" && expected.text.includes(OUT_OF_STACK) && actual.kind === "thrown") return undefined;
  return `  ref ${expected.kind} ${expected.text}\n  got ${actual.kind} ${actual.text}`;
}
