"use strict";
// Arguments against a tool's schema: copied and written as bytes here, judged in Rust. Schemas are compiled once an object.

const { native } = require("./native.js");
const { open, close, writeArguments, writeSchema, written, readValue, bytesWritten } = require("./wire.js");

/** Strings longer than this many UTF-16 units are left out of the bytes until their content is asked for. */
const LONG_TEXT = 64;

const ACCEPTED = 0;
const TEXT_WANTED = -1;

/**
 * @typedef {object} Compiled
 * @property {object | undefined} schema the compiled schema, freed with this object
 * @property {unknown[]} functions the schema's functions, by the index the native side knows them by
 * @property {number} keepBeyond how long strings may be before they are left out
 * @property {unknown} refusal what compiling threw, thrown again for every call
 */

/** @type {WeakMap<object, Compiled>} */
const compiledSchemas = new WeakMap();

/**
 * @param {any} parameters
 * @returns {Compiled}
 */
function compile(parameters) {
  /** @type {Compiled} */
  const compiled = { schema: undefined, functions: [], keepBeyond: LONG_TEXT, refusal: undefined };
  const aside = open();
  try {
    compiled.functions = writeSchema(parameters);
    const [schema, ...patterns] = native.compile(written());
    // V8 itself says whether a pattern is legal, and in which words it is not.
    for (const pattern of patterns) new RegExp(pattern, "u");
    compiled.schema = schema;
  } catch (error) {
    compiled.refusal = error;
  } finally {
    close(aside);
  }
  compiledSchemas.set(parameters, compiled);
  return compiled;
}

/**
 * Checks a tool call's arguments against the tool's schema and gives the arguments that the tool gets.
 * @param {any} tool
 * @param {any} toolCall
 * @returns {any} a copy of `toolCall.arguments`, with what conversion and coercion changed
 * @throws {Error} with the text for the model, where the arguments do not fit
 */
function validateToolArguments(tool, toolCall) {
  const { arguments: args } = toolCall;
  const { parameters } = tool;
  const compiled = compiledSchemas.get(parameters) ?? compile(parameters);
  const aside = open();
  try {
    // What cannot be cloned comes before what cannot be compiled.
    let copy = writeArguments(args, compiled.keepBeyond);
    if (compiled.schema === undefined) throw compiled.refusal;
    let verdict = native.validate(compiled.schema, written());
    if (verdict === ACCEPTED) return copy;
    if (verdict === TEXT_WANTED) {
      compiled.keepBeyond = Number.POSITIVE_INFINITY;
      copy = writeArguments(args, compiled.keepBeyond);
      verdict = native.validate(compiled.schema, written());
      if (verdict === ACCEPTED) return copy;
    }
    if (typeof verdict !== "string") return readValue(typeof verdict === "number" ? bytesWritten(verdict) : verdict);
    throw new Error(refusalText(toolCall, verdict));
  } finally {
    close(aside);
  }
}

/** @param {any} toolCall @param {string} lines */
function refusalText(toolCall, lines) {
  const received = JSON.stringify(toolCall.arguments, null, 2);
  return `Validation failed for tool "${toolCall.name}":\n${lines}\n\nReceived arguments:\n${received}`;
}

module.exports = { validateToolArguments };
