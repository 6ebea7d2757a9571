"use strict";
// A call's arguments against the tool's schema: copied and written as bytes here, judged in Rust.

const { native, exchange } = require("./native.js");
const { ACCEPTED, CHANGED, TEXT_WANTED, PATTERN } = require("./protocol.js");
const { answerer, LONG_TEXT, lastCompiled, compiledFor, regularExpressionError } = require("./schemas.js");
const { open, close, keepsObjects, writeArguments, written, readValue, bytesWritten } = require("./wire.js");

/** @typedef {import("./schemas.js").Compiled} Compiled */

/** The text of a refusal, in the place of arguments. Making and throwing an `Error` costs more than the verdict. */
class Refusal {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
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
  const validated = validate(tool, toolCall);
  if (validated instanceof Refusal) throw new Error(validated.text);
  return validated;
}

/**
 * The same, with arguments that do not fit given as a `Refusal`.
 * @param {any} tool @param {any} toolCall @returns {any}
 */
function validate(tool, toolCall) {
  const args = toolCall.arguments;
  const last = lastCompiled(tool);
  const aside = open();
  try {
    // The arguments are copied before the schema is looked at: what cannot be cloned refuses first.
    let copy = writeArguments(args, last === undefined ? LONG_TEXT : last.keepBeyond);
    const parameters = tool.parameters;
    const compiled = last !== undefined && last.parameters === parameters ? last : compiledFor(tool, parameters);
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
 * Has the native side judge the arguments that were written last.
 * @param {Compiled} compiled
 */
function judge(compiled) {
  exchange[0] = compiled.id;
  exchange[1] = written();
  exchange[2] = compiled.refusal === undefined ? 0 : 1;
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

module.exports = { Refusal, validate, validateToolArguments };
