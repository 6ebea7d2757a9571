"use strict";
// Arguments against a tool's schema: copied and written as bytes here, judged in Rust. Schemas are compiled once an object.

const { native } = require("./native.js");
const protocol = require("./protocol.js");
const { open, close, writeArguments, writeSchema, written, readValue, readText, bytesWritten } = require("./wire.js");

/** Strings longer than this many UTF-16 units are left out of the bytes until their content is asked for. */
const LONG_TEXT = 64;

/** 1 where this runtime's regular expressions are those of ES2025, which let alternatives share a group's name. */
const EDITION = isLegal("(?<a>x)|(?<a>y)") ? 1 : 0;

const ACCEPTED = 0;
const TEXT_WANTED = -1;

/** @param {string} pattern */
function isLegal(pattern) {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/**
 * @typedef {(question: number, index: number, bytes: Uint8Array) => boolean | string | null} Ask
 */

/**
 * @typedef {object} Compiled
 * @property {object | undefined} schema the compiled schema, freed with this object
 * @property {Ask | undefined} ask answers questions about the schema's functions and objects, where it has any
 * @property {{ error: unknown } | undefined} thrown what the last of them threw
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
  const compiled = { schema: undefined, ask: undefined, thrown: undefined, keepBeyond: LONG_TEXT, refusal: undefined };
  const aside = open();
  try {
    const objects = writeSchema(parameters);
    if (objects.length > 0) compiled.ask = answerer(compiled, objects);
    const [schema, ...patterns] = native.compile(written(), EDITION);
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
 * Answers the native side's questions about a schema's functions and objects. Null where what it asked threw.
 * @param {Compiled} compiled @param {any[]} objects by the index the native side knows them by
 * @returns {Ask}
 */
function answerer(compiled, objects) {
  return (question, index, bytes) => {
    try {
      const object = objects[index];
      if (question === protocol.CHECK) return Boolean(object(readValue(bytes)));
      if (question === protocol.ERROR) return String(object(readValue(bytes)));
      if (question === protocol.TEST) return object.test(readText(bytes));
      return String(object);
    } catch (error) {
      compiled.thrown = { error };
      return null;
    }
  };
}

/**
 * The native side's verdict about the arguments that were written last.
 * @param {Compiled} compiled
 */
function judge(compiled) {
  const { schema, ask } = compiled;
  try {
    return native.validate(/** @type {object} */ (schema), written(), ask);
  } catch (error) {
    const { thrown } = compiled;
    compiled.thrown = undefined;
    throw thrown === undefined ? error : thrown.error;
  }
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
    let verdict = judge(compiled);
    if (verdict === ACCEPTED) return copy;
    if (verdict === TEXT_WANTED) {
      compiled.keepBeyond = Number.POSITIVE_INFINITY;
      copy = writeArguments(args, compiled.keepBeyond);
      verdict = judge(compiled);
      if (verdict === ACCEPTED) return copy;
    }
    if (Array.isArray(verdict)) new RegExp(verdict[0]);
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
