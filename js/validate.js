"use strict";
// A call's arguments against the tool's schema: copied and written as bytes here, judged in Rust.

const { native, exchange } = require("./native.js");
const { ACCEPTED, CHANGED, TEXT_WANTED, PATTERN, ARGUMENTS_ERROR_REFUSES, PI_SCHEMA } = require("./protocol.js");
const { answerer, LONG_TEXT, Schemas, regularExpressionError } = require("./schemas.js");
const { now } = require("./view/clock.js");
const { countHold } = require("./view/stats.js");
const { open, close, keepsObjects, writeArguments, written, readValue, bytesWritten } = require("./wire.js");

/** @typedef {import("./schemas.js").Compiled} Compiled */

/** Judging fewer bytes than these by a schema that is not large takes less time than looking at the clock twice is worth. */
const TIMED_FROM = 1024;

/** The text of a refusal, in the place of arguments. Making and throwing an `Error` costs more than the verdict. */
class Refusal {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * @typedef {object} Validator
 * @property {(tool: any, toolCall: any) => any} validateToolArguments checks a tool call's arguments against the tool's
 * schema and gives a copy of them, with what conversion and coercion changed; throws an `Error` with the text for the model
 * where they do not fit
 * @property {(tool: any, toolCall: any) => any} validate the same, with arguments that do not fit given as a `Refusal`
 */

/** @type {Map<number, import("./schemas.js").CompiledSchemas>} */
const compiledBy = new Map();

/** @type {Map<number, Validator>} */
const validators = new Map();

/**
 * Validation by a set of rules. Whoever asks for the same rules shares what has been compiled.
 * @param {number} rules as `src/validate/dialect.rs` knows them
 * @param {boolean} [repairs] whether texts are parsed first where the schema wants an array or an object
 * @returns {Validator}
 */
function validatorFor(rules, repairs = false) {
  const key = repairs ? -1 - rules : rules;
  let validator = validators.get(key);
  if (validator === undefined) {
    validator = createValidator(rules, repairs);
    validators.set(key, validator);
  }
  return validator;
}

/** @param {number} rules @param {boolean} repairs @returns {Validator} */
function createValidator(rules, repairs) {
  const schemas = compiledBy.get(rules) ?? new Schemas(rules);
  compiledBy.set(rules, schemas);
  const readsError = (rules & ARGUMENTS_ERROR_REFUSES) !== 0;
  const judgeCall = (rules & PI_SCHEMA) === 0 ? validateBy : validateByPiSchema;

  /** @param {any} tool @param {any} toolCall */
  function validate(tool, toolCall) {
    if (readsError && toolCall.argumentsError) {
      return new Refusal(`Invalid arguments for tool "${toolCall.name}": ${toolCall.argumentsError}`);
    }
    return judgeCall(schemas, tool, repairs ? repaired(schemas, tool, toolCall) : toolCall);
  }

  /** @param {any} tool @param {any} toolCall */
  function validateToolArguments(tool, toolCall) {
    const validated = validate(tool, toolCall);
    if (validated instanceof Refusal) throw new Error(validated.text);
    return validated;
  }

  return { validate, validateToolArguments };
}

/**
 * The call with the texts among its arguments parsed where the schema wants an array or an object.
 * @param {import("./schemas.js").CompiledSchemas} schemas @param {any} tool @param {any} toolCall @returns {any}
 */
function repaired(schemas, tool, toolCall) {
  const compiled = schemas.compiledFor(tool, tool.parameters);
  if (compiled.owner === undefined) return toolCall;
  const aside = open();
  try {
    writeArguments(toolCall.arguments, Number.POSITIVE_INFINITY);
    exchange[0] = compiled.id;
    exchange[1] = written();
    const given = native.repair();
    if (exchange[0] === 0) return toolCall;
    return { ...toolCall, arguments: readValue(given ?? bytesWritten(exchange[1])) };
  } finally {
    close(aside);
  }
}

/** @param {import("./schemas.js").CompiledSchemas} schemas @param {any} tool @param {any} toolCall @returns {any} */
function validateBy(schemas, tool, toolCall) {
  const args = toolCall.arguments;
  const last = schemas.lastCompiled(tool);
  const aside = open();
  try {
    // The arguments are copied before the schema is looked at: what cannot be cloned refuses first.
    let copy = writeArguments(args, last === undefined ? LONG_TEXT : last.keepBeyond);
    const parameters = tool.parameters;
    const compiled =
      last !== undefined && last.parameters === parameters ? last : schemas.compiledFor(tool, parameters);
    if (compiled.owner === undefined) throw compiled.refusal?.error;
    let given = judge(compiled);
    if (exchange[0] === TEXT_WANTED) {
      compiled.keepBeyond = Number.POSITIVE_INFINITY;
      // Of the copy: what the arguments' getters give is asked for once.
      copy = writeArguments(copy, compiled.keepBeyond);
      given = judge(compiled);
    }
    const judgement = exchange[0];
    if (judgement === PATTERN) throw regularExpressionError(String(given), "");
    // Only conversion was done: it comes before the check in the reference, and compiles some patterns in its own way.
    if (compiled.refusal !== undefined) throw compiled.refusal.error;
    if (judgement === ACCEPTED) return copy;
    if (judgement === CHANGED) return readValue(given instanceof Uint8Array ? given : bytesWritten(exchange[1]));
    return new Refusal(refusalText(toolCall, String(given)));
  } finally {
    close(aside);
  }
}

/**
 * The same by pi-schema, which compiles the schema before it copies the arguments.
 * @param {import("./schemas.js").CompiledSchemas} schemas @param {any} tool @param {any} toolCall @returns {any}
 */
function validateByPiSchema(schemas, tool, toolCall) {
  const parameters = tool.parameters;
  const last = schemas.lastCompiled(tool);
  const compiled = last !== undefined && last.parameters === parameters ? last : schemas.compiledFor(tool, parameters);
  if (compiled.refusal !== undefined) throw compiled.refusal.error;
  const args = toolCall.arguments;
  const aside = open();
  try {
    let copy = writeArguments(args, compiled.keepBeyond);
    let given = judge(compiled);
    if (exchange[0] === TEXT_WANTED) {
      compiled.keepBeyond = Number.POSITIVE_INFINITY;
      copy = writeArguments(copy, compiled.keepBeyond);
      given = judge(compiled);
    }
    const judgement = exchange[0];
    if (judgement === PATTERN) throw regularExpressionError(String(given), "");
    if (judgement === ACCEPTED) return copy;
    if (judgement === CHANGED) return readValue(given instanceof Uint8Array ? given : bytesWritten(exchange[1]));
    return new Refusal(refusalText(toolCall, String(given)));
  } finally {
    close(aside);
  }
}

/**
 * Has the native side judge the arguments that were written last.
 * @param {Compiled} compiled
 */
function judge(compiled) {
  exchange[0] = compiled.id;
  const length = written();
  exchange[1] = length;
  exchange[2] = compiled.refusal === undefined ? 0 : 1;
  if (length < TIMED_FROM && !compiled.large) return ask(compiled);
  const begun = now();
  try {
    return ask(compiled);
  } finally {
    countHold(begun);
  }
}

/** @param {Compiled} compiled */
function ask(compiled) {
  if (compiled.ask === undefined && !keepsObjects()) return native.validate(undefined);
  compiled.thrown = undefined;
  try {
    return native.validate(compiled.ask ?? answerer(compiled, []));
  } catch (error) {
    throw lastThrown(compiled) ?? error;
  }
}

/**
 * What a function of the schema threw.
 * @param {Compiled} compiled
 */
function lastThrown(compiled) {
  const { thrown } = compiled;
  compiled.thrown = undefined;
  return thrown?.error;
}

/** @param {any} toolCall @param {string} lines */
function refusalText(toolCall, lines) {
  return `Validation failed for tool "${toolCall.name}":\n${lines}\n\nReceived arguments:\n${JSON.stringify(toolCall.arguments, null, 2)}`;
}

module.exports = { Refusal, validatorFor, ...validatorFor(0) };
