"use strict";
// Arguments against a tool's schema: copied and written as bytes here, judged in Rust. Schemas are compiled once an object.

const { native } = require("./native.js");
const protocol = require("./protocol.js");
const { open, close, writeArguments, writeSchema, written, readValue, readText, bytesWritten } = require("./wire.js");

/** Strings longer than this many UTF-16 units are left out of the bytes until their content is asked for; for a schema
 * that looks into no text, every string is. */
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
 * @property {unknown} parameters the schema as the tool has it
 * @property {object | undefined} schema the compiled schema, freed with this object
 * @property {Ask | undefined} ask answers questions about the schema's functions and objects, where it has any
 * @property {{ error: unknown } | undefined} thrown what the last of them threw
 * @property {number} keepBeyond how long strings may be before they are left out
 * @property {unknown} refusal what compiling threw, thrown again for every call
 */

/** @type {WeakMap<object, Compiled>} */
const compiledSchemas = new WeakMap();

/** What each tool's schema was compiled to the last time, so that it is known how to write the arguments. @type {WeakMap<object, Compiled>} */
const compiledForTools = new WeakMap();

/** @param {any} tool @param {any} parameters */
function compiledFor(tool, parameters) {
  const compiled = compiledSchemas.get(parameters) ?? compile(parameters);
  if (typeof tool === "object") compiledForTools.set(tool, compiled);
  return compiled;
}

/**
 * @param {any} parameters
 * @returns {Compiled}
 */
function compile(parameters) {
  /** @type {Compiled} */
  const compiled = {
    parameters,
    schema: undefined,
    ask: undefined,
    thrown: undefined,
    keepBeyond: LONG_TEXT,
    refusal: undefined,
  };
  const aside = open();
  try {
    const objects = writeSchema(parameters);
    if (objects.length > 0) compiled.ask = answerer(compiled, objects);
    const [schema, readsTexts, ...patterns] = native.compile(written(), EDITION);
    compiled.schema = schema;
    if (readsTexts === 0) compiled.keepBeyond = 0;
    // V8 itself says whether a pattern is legal, and in which words it is not.
    for (const pattern of patterns) new RegExp(pattern, "u");
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
  const { schema, ask, refusal } = compiled;
  try {
    return native.validate(/** @type {object} */ (schema), written(), ask, refusal === undefined ? 0 : 1);
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
  const last = compiledForTools.get(tool);
  const aside = open();
  try {
    // The arguments are copied before the schema is looked at: what cannot be cloned refuses first.
    let copy = writeArguments(args, last === undefined ? LONG_TEXT : last.keepBeyond);
    const { parameters } = tool;
    const compiled = last !== undefined && last.parameters === parameters ? last : compiledFor(tool, parameters);
    if (compiled.schema === undefined) throw compiled.refusal;
    let verdict = judge(compiled);
    if (verdict === TEXT_WANTED) {
      compiled.keepBeyond = Number.POSITIVE_INFINITY;
      copy = writeArguments(args, compiled.keepBeyond);
      verdict = judge(compiled);
    }
    if (compiled.refusal !== undefined) {
      // Only conversion was done: it comes first in the reference, and compiles some patterns in its own way.
      throw Array.isArray(verdict) ? refusedPattern(verdict[0]) : compiled.refusal;
    }
    if (verdict === ACCEPTED) return copy;
    if (Array.isArray(verdict)) throw refusedPattern(verdict[0]);
    if (typeof verdict !== "string") return readValue(typeof verdict === "number" ? bytesWritten(verdict) : verdict);
    throw new Error(refusalText(toolCall, verdict));
  } finally {
    close(aside);
  }
}

/**
 * What V8 throws about a regular expression without flags.
 * @param {string} source
 */
function refusedPattern(source) {
  try {
    return new Error(
      `pi-toolcalls: V8 takes the regular expression ${new RegExp(source)}; this is a bug of pi-toolcalls`,
    );
  } catch (error) {
    return error;
  }
}

/** @param {any} toolCall @param {string} lines */
function refusalText(toolCall, lines) {
  const received = JSON.stringify(toolCall.arguments, null, 2);
  return `Validation failed for tool "${toolCall.name}":\n${lines}\n\nReceived arguments:\n${received}`;
}

module.exports = { validateToolArguments };
