"use strict";
// Tools' schemas, compiled once an object and kept as long as the object lives.

const { answer: answerForeign } = require("./foreign.js");
const { native, exchange } = require("./native.js");
const { ASSIGN, CHECK, ERROR, TEST } = require("./protocol.js");
const { open, close, writeSchema, written, readValue } = require("./wire.js");

/**
 * Strings longer than this many UTF-16 units stay in JavaScript until their content is asked for; for a schema that looks
 * into no text, every string does.
 */
const LONG_TEXT = 64;

/** 1 where this runtime's regular expressions are those of ES2025, which let alternatives share a group's name. */
const EDITION = regularExpressionError("(?<a>x)|(?<a>y)", "u") === undefined ? 1 : 0;

/**
 * @typedef {(question: number, index: number, bytes: Uint8Array) => number | string | null} Ask
 */

/**
 * @typedef {object} Compiled
 * @property {unknown} parameters the schema as the tool has it
 * @property {unknown} owner keeps the native side's schema; it is freed with this object
 * @property {number} id the native side's number for it
 * @property {Ask | undefined} ask answers questions about the schema's functions and objects, where it has any
 * @property {{ error: unknown } | undefined} thrown what the last of them threw
 * @property {number} keepBeyond strings longer than this stay in JavaScript
 * @property {{ error: unknown } | undefined} refusal what compiling threw, thrown again for every call
 */

/** @type {WeakMap<object, Compiled>} */
const bySchema = new WeakMap();

/**
 * What each tool's schema was compiled to the last time: how to write the arguments is to be known before the schema is
 * looked at.
 * @type {WeakMap<object, Compiled>}
 */
const byTool = new WeakMap();

/**
 * @param {any} tool
 * @returns {Compiled | undefined}
 */
function lastCompiled(tool) {
  return byTool.get(tool);
}

/**
 * @param {any} tool @param {any} parameters
 * @returns {Compiled}
 */
function compiledFor(tool, parameters) {
  const compiled = bySchema.get(parameters) ?? compile(parameters);
  if (typeof tool === "object") byTool.set(tool, compiled);
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
    owner: undefined,
    id: -1,
    ask: undefined,
    thrown: undefined,
    keepBeyond: LONG_TEXT,
    refusal: undefined,
  };
  const aside = open();
  try {
    const objects = writeSchema(parameters);
    if (objects.length > 0) compiled.ask = answerer(compiled, objects);
    exchange[0] = written();
    exchange[1] = EDITION;
    const [owner, id, readsTexts, ...patterns] = native.compile();
    compiled.owner = owner;
    compiled.id = id;
    if (readsTexts === 0) compiled.keepBeyond = 0;
    compiled.refusal = refusedBecauseOf(patterns);
  } catch (error) {
    compiled.refusal = { error };
  } finally {
    close(aside);
  }
  // What is no object is judged too, and refused: the reference cannot keep what it compiled of it.
  if ((typeof parameters === "object" && parameters !== null) || typeof parameters === "function") {
    bySchema.set(parameters, compiled);
  }
  return compiled;
}

/**
 * V8 itself says whether a pattern is legal, and in which words it is not.
 * @param {string[]} patterns
 */
function refusedBecauseOf(patterns) {
  for (const pattern of patterns) {
    const error = regularExpressionError(pattern, "u");
    if (error !== undefined) return { error };
  }
  return undefined;
}

/**
 * What V8 throws about a regular expression, or undefined where it takes it.
 * @param {string} source @param {string} flags
 */
function regularExpressionError(source, flags) {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Answers the native side's questions about a schema's functions and objects, and about the arguments' objects. Null
 * where what it asked threw.
 * @param {Compiled} compiled @param {any[]} objects by the index the native side knows them by
 * @returns {Ask}
 */
function answerer(compiled, objects) {
  return (question, index, bytes) => {
    try {
      const object = objects[index];
      if (question >= ASSIGN) return answerForeign(question, index, bytes);
      if (question === CHECK) return truth(object(readValue(bytes)));
      if (question === ERROR) return String(object(readValue(bytes)));
      if (question === TEST) return Number(object.test(readValue(bytes)));
      return String(object);
    } catch (error) {
      compiled.thrown = { error };
      return null;
    }
  };
}

/** What counts as false, `true` itself, and what counts as true otherwise; `Held` in Rust. @param {unknown} value */
function truth(value) {
  if (value === true) return 1;
  return value ? 2 : 0;
}

module.exports = { answerer, LONG_TEXT, lastCompiled, compiledFor, regularExpressionError };
