/** One schema and one set of arguments through the reference's `validateToolArguments` and through the product's. */
import { describe, namesOf } from "./describe.js";

/** What the reference says where JavaScript's stack gives out; the product has words of its own for that. */
const OUT_OF_STACK = "Maximum call stack size exceeded";

/**
 * `__proto__` among a schema's properties, or own in the arguments. A property of that name is every object's prototype to
 * the reference, which puts a coerced copy in its place. Where the root passes through a union, the reference moves the members to another
 * object by assigning them, so that an object or null there becomes its prototype, and anything else gets lost. The product
 * never changes a prototype. It gives what the reference gives but for the prototype, or answers as the reference does
 * where something else stands there.
 */
function agreesButForPrototype(reference, input, expected, actual, names) {
  const { args, parameters } = input;
  if (expected.kind === "value" && mentionsPrototype(parameters)) {
    if (expected.text.replace(/#(\d+)<\?>/g, "#$1") === actual.text) return true;
  }
  if (typeof args !== "object" || args === null || !Object.hasOwn(args, "__proto__")) return false;
  const properties = Object.getOwnPropertyDescriptors(args);
  const { value } = Object.getOwnPropertyDescriptor(args, "__proto__");
  if (typeof value !== "object") return false;
  if (expected.kind === "value" && expected.text.replace(/^#0<[^>]*>/, "#0") === actual.text) return true;
  const instead = Object.defineProperties({}, properties);
  Object.defineProperty(instead, "__proto__", { value: 0, enumerable: true });
  const { kind, text } = outcomeOf(reference.validateToolArguments, { ...input, args: instead }, names);
  const head = (said) => said.split("\n\nReceived arguments:\n")[0];
  return kind === actual.kind && (kind === "value" ? text === actual.text : head(text) === head(actual.text));
}

function mentionsPrototype(schema) {
  try {
    return JSON.stringify(schema).includes('"__proto__":');
  } catch {
    return false;
  }
}

/**
 * @typedef {object} Outcome
 * @property {"value" | "thrown"} kind
 * @property {string} text the value, described, or the error's message
 * @property {string | undefined} errorClass
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
  let errorClass;
  try {
    text = describe(validate(tool, { type: "toolCall", id: "1", name: "probe", arguments: args }), names);
  } catch (error) {
    kind = "thrown";
    text = error instanceof Error ? error.message : describe(error);
    errorClass = error instanceof Error ? `${error.constructor.name} ${error.name}` : undefined;
  }
  return { kind, text, errorClass, raw: describe(args) };
}

/**
 * @param {{ reference: { validateToolArguments }, product: { validateToolArguments } }} implementations
 * @param {{ parameters: unknown, args: unknown }} input
 * @param {{ exactClasses?: boolean }} options whether errors must be of the same class too
 * @returns {{ expected: Outcome, actual: Outcome, difference: string | undefined }}
 */
export function compareValidation({ reference, product }, input, { exactClasses = false } = {}) {
  const before = describe(input.args);
  const names = namesOf(input.args, "raw");
  const expected = outcomeOf(reference.validateToolArguments, input, names);
  const actual = outcomeOf(product.validateToolArguments, input, names);
  let difference = differenceOf(before, expected, actual, exactClasses);
  if (difference !== undefined && agreesButForPrototype(reference, input, expected, actual, names))
    difference = undefined;
  return { expected, actual, difference };
}

function differenceOf(before, expected, actual, exactClasses) {
  if (expected.raw !== before) return `the reference changed the raw arguments\n  was ${before}\n  is  ${expected.raw}`;
  if (actual.raw !== before) return `the raw arguments were changed\n  was ${before}\n  is  ${actual.raw}`;
  const same = expected.kind === actual.kind && expected.text === actual.text;
  if (same && !(exactClasses && expected.errorClass !== actual.errorClass)) return undefined;
  if (expected.kind === "thrown" && expected.text.includes(OUT_OF_STACK) && actual.kind === "thrown") return undefined;
  if (actual.text === OUT_OF_STACK && hasRunAway(expected)) return undefined;
  return `  ref ${said(expected)}\n  got ${said(actual)}`;
}

/**
 * Whether the reference went round in a schema until its stack gave out where it catches that: pi-schema does where it
 * resolves references, and goes on with what it has, which depends on what V8 has optimized. What it has is thousands of lines.
 */
function hasRunAway({ kind, text }) {
  return kind === "thrown" && (text.split("\n").length > 500 || text === "Do not know how to serialize a BigInt");
}

function said({ kind, text, errorClass = "" }) {
  return `${kind} ${errorClass} ${text}`;
}
