"use strict";
// Tools' schemas, compiled once an object (and once for each set of rules that it is read by) and kept as long as the object
// lives.

const { answer: answerForeign } = require("./foreign.js");
const { native, exchange } = require("./native.js");
const { ASSIGN, CHECK, CONVERSION_ONLY, ERROR, FRAGMENTS_OPEN_ANY_BASE, TEST, PI_SCHEMA } = require("./protocol.js");
const { now } = require("./view/clock.js");
const { countHold } = require("./view/stats.js");
const { open, close, writeSchema, written, readValue } = require("./wire.js");

/**
 * Strings longer than this many UTF-16 units stay in JavaScript until their content is asked for; for a schema that looks
 * into no text, every string does.
 */
const LONG_TEXT = 64;

/** A schema of more bytes than these may take long to judge by, however small the arguments are. */
const LARGE = 16_384;

/** 1 where this runtime's regular expressions are those of ES2025, which let alternatives share a group's name. */
const EDITION = regularExpressionError("(?<a>x)|(?<a>y)", "u") === undefined ? 1 : 0;

/** What the URL of this runtime makes of relative references; early releases of its parser take some that are no URLs. */
const OWN_RULES = URL.canParse("a#b", "urn:x") ? FRAGMENTS_OPEN_ANY_BASE : 0;

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
 * @property {boolean} large judging by it may take long
 * @property {boolean} fails the schema could not be compiled, or something was thrown by it: it is compiled anew for the next
 * call, as it may have been mended by then
 * @property {{ error: unknown } | undefined} refusal what compiling threw, thrown again for every call
 */

/** @typedef {Schemas} CompiledSchemas */

/** What has been compiled by one set of rules. */
class Schemas {
  /** @type {WeakMap<object, Compiled>} */
  #bySchema = new WeakMap();

  /**
   * What each tool's schema was compiled to the last time: how to write the arguments is to be known before the schema is
   * looked at.
   * @type {WeakMap<object, Compiled>}
   */
  #byTool = new WeakMap();

  /** @type {number} */
  #rules;

  /** @param {number} rules as `src/validate/dialect.rs` knows them */
  constructor(rules) {
    this.#rules = rules;
  }

  /**
   * @param {any} tool
   * @returns {Compiled | undefined}
   */
  lastCompiled(tool) {
    const last = this.#byTool.get(tool);
    return last?.fails ? undefined : last;
  }

  /**
   * @param {any} parameters
   * @returns {Compiled}
   */
  compiled(parameters) {
    const known = this.#bySchema.get(parameters);
    return known === undefined || known.fails ? this.#compile(parameters) : known;
  }

  /**
   * The same, known as what the tool's schema was compiled to last.
   * @param {any} tool @param {any} parameters
   * @returns {Compiled}
   */
  compiledFor(tool, parameters) {
    const compiled = this.compiled(parameters);
    if (typeof tool === "object") this.#byTool.set(tool, compiled);
    return compiled;
  }

  /** @param {any} parameters */
  #compile(parameters) {
    const compiled = compile(parameters, this.#rules);
    // What is no object is judged too, and refused: the reference cannot keep what it compiled of it.
    if ((typeof parameters === "object" && parameters !== null) || typeof parameters === "function") {
      this.#bySchema.set(parameters, compiled);
    }
    return compiled;
  }
}

/**
 * @param {any} parameters @param {number} rules
 * @returns {Compiled}
 */
function compile(parameters, rules) {
  /** @type {Compiled} */
  const compiled = {
    parameters,
    owner: undefined,
    id: -1,
    ask: undefined,
    thrown: undefined,
    keepBeyond: LONG_TEXT,
    large: false,
    fails: false,
    refusal: undefined,
  };
  const aside = open();
  try {
    const isPiSchema = (rules & PI_SCHEMA) !== 0;
    const objects = writeSchema(parameters);
    if (objects.length > 0 && !isPiSchema) compiled.ask = answerer(compiled, objects);
    const length = written();
    compiled.large = length > LARGE;
    exchange[0] = length;
    exchange[1] = EDITION;
    exchange[2] = rules | OWN_RULES;
    const begun = now();
    const [owner, ...patterns] = native.compile();
    countHold(begun);
    compiled.owner = owner;
    compiled.id = exchange[0];
    if (exchange[1] === 0) compiled.keepBeyond = 0;
    compiled.fails = exchange[2] === 1;
    compiled.refusal = refusedBecauseOf(patterns, isPiSchema);
    compiled.fails ||= compiled.refusal !== undefined;
    if (isPiSchema && compiled.fails && compiled.refusal === undefined) throwWhatCompilingThrows(compiled.id);
  } catch (error) {
    compiled.fails = true;
    compiled.refusal = { error };
  } finally {
    close(aside);
  }
  return compiled;
}

/** @param {number} id of a schema of pi-schema's dialect that cannot be compiled */
function throwWhatCompilingThrows(id) {
  exchange[0] = id;
  exchange[1] = 0;
  exchange[2] = CONVERSION_ONLY;
  native.validate(undefined);
}

/**
 * V8 itself says whether a pattern is legal, and in which words it is not.
 * @param {string[]} patterns @param {boolean} orWithout whether one that is not legal with the `u` flag may do without
 */
function refusedBecauseOf(patterns, orWithout) {
  for (const pattern of patterns) {
    let error = regularExpressionError(pattern, "u");
    if (error !== undefined && orWithout) error = regularExpressionError(pattern, "");
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

module.exports = { answerer, LONG_TEXT, Schemas, regularExpressionError };
