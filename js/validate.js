"use strict";
// A call's arguments against the tool's schema: copied and written as bytes here, judged in Rust.

const { native, exchange } = require("./native.js");
const {
  ACCEPTED,
  CHANGED,
  TEXT_WANTED,
  PATTERN,
  ELSEWHERE,
  MENDED,
  VERDICT,
  CONVERSION_ONLY,
  VERDICT_ELSEWHERE,
  ARGUMENTS_ERROR_REFUSES,
  PI_SCHEMA,
} = require("./protocol.js");
const { answerer, LONG_TEXT, Schemas, regularExpressionError } = require("./schemas.js");
const { verdictFound } = require("./verdicts.js");
const { now } = require("./view/clock.js");
const { countHold } = require("./view/stats.js");
const {
  open,
  close,
  keepsObjects,
  keptTexts,
  bringTexts,
  writeArguments,
  written,
  readValue,
  replaceMembers,
  bytesWritten,
} = require("./wire.js");

/** @typedef {import("./schemas.js").Compiled} Compiled */

/** Judging fewer bytes than these by a schema that is not large takes less time than looking at the clock twice is worth. */
const TIMED_FROM = 1024;

/**
 * Arguments of so many bytes that do not fit at sight are judged on another thread, where the caller can wait. For smaller
 * ones, telling that thread and being told would be too large a share of the whole (docs/design.md has the figures).
 */
const ELSEWHERE_FROM = 131_072;

/** The text of a refusal, in the place of arguments. Making and throwing an `Error` costs more than the verdict. */
class Refusal {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** Stands for what another thread has still to judge. */
class Later {
  /** @param {Promise<any>} result the arguments or a `Refusal` */
  constructor(result) {
    this.result = result;
  }
}

/**
 * @typedef {object} Validator
 * @property {(tool: any, toolCall: any) => any} validateToolArguments checks a tool call's arguments against the tool's
 * schema and gives a copy of them, with what conversion and coercion changed; throws an `Error` with the text for the model
 * where they do not fit
 * @property {(tool: any, toolCall: any) => any} validate the same, with arguments that do not fit given as a `Refusal`;
 * or `Later`, where the verdict is found on another thread
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

  /** @param {any} tool @param {any} toolCall @param {boolean} waits whether `Later` may be given */
  function validated(tool, toolCall, waits) {
    if (readsError && toolCall.argumentsError) {
      return new Refusal(`Invalid arguments for tool "${toolCall.name}": ${toolCall.argumentsError}`);
    }
    return judgeCall(schemas, tool, repairs ? repaired(schemas, tool, toolCall) : toolCall, waits);
  }

  /** @param {any} tool @param {any} toolCall */
  function validate(tool, toolCall) {
    return validated(tool, toolCall, true);
  }

  /** @param {any} tool @param {any} toolCall */
  function validateToolArguments(tool, toolCall) {
    const args = validated(tool, toolCall, false);
    if (args instanceof Refusal) throw new Error(args.text);
    return args;
  }

  return { validate, validateToolArguments };
}

/**
 * The call with the texts among its arguments parsed where the schema wants an array or an object.
 * @param {import("./schemas.js").CompiledSchemas} schemas @param {any} tool @param {any} toolCall @returns {any}
 */
function repaired(schemas, tool, toolCall) {
  const compiled = schemas.compiled(tool.parameters);
  if (compiled.owner === undefined) return toolCall;
  const aside = open();
  try {
    writeArguments(toolCall.arguments, Number.POSITIVE_INFINITY);
    exchange[0] = compiled.id;
    exchange[1] = written();
    const given = native.repair();
    if (exchange[0] === 0) return toolCall;
    return { ...toolCall, arguments: readValue(given ?? bytesWritten()) };
  } finally {
    close(aside);
  }
}

/**
 * @param {import("./schemas.js").CompiledSchemas} schemas @param {any} tool @param {any} toolCall
 * @param {boolean} waits whether `Later` may be given
 * @returns {any}
 */
function validateBy(schemas, tool, toolCall, waits) {
  const args = toolCall.arguments;
  const last = schemas.lastCompiled(tool);
  const aside = open();
  try {
    // The arguments are copied before the schema is looked at: what cannot be cloned refuses first.
    const copy = writeArguments(args, last === undefined ? LONG_TEXT : last.keepBeyond);
    const parameters = tool.parameters;
    const compiled =
      last !== undefined && last.parameters === parameters ? last : schemas.compiledFor(tool, parameters);
    if (compiled.owner === undefined) throw compiled.refusal?.error;
    return conclude(compiled, toolCall, copy, waits, judge(compiled, waits));
  } finally {
    close(aside);
  }
}

/**
 * The same by pi-schema, which compiles the schema before it copies the arguments.
 * @param {import("./schemas.js").CompiledSchemas} schemas @param {any} tool @param {any} toolCall @param {boolean} waits
 * @returns {any}
 */
function validateByPiSchema(schemas, tool, toolCall, waits) {
  const compiled = schemas.compiled(tool.parameters);
  if (compiled.refusal !== undefined) throw compiled.refusal.error;
  const args = toolCall.arguments;
  const aside = open();
  try {
    const copy = writeArguments(args, compiled.keepBeyond);
    return conclude(compiled, toolCall, copy, waits, judge(compiled, waits));
  } finally {
    close(aside);
  }
}

/**
 * What comes of arguments by the judgement that stands in the exchange.
 * @param {Compiled} compiled @param {any} toolCall
 * @param {unknown} copy of the arguments, as written
 * @param {boolean} waits
 * @param {string | Uint8Array | undefined} given with the judgement
 * @returns {any}
 */
function conclude(compiled, toolCall, copy, waits, given) {
  const judgement = exchange[0];
  if (judgement === ELSEWHERE) {
    return new Later(concludeLater(compiled, toolCall, copy, exchange[1], keptTexts()));
  }
  if (judgement === TEXT_WANTED) {
    compiled.keepBeyond = Number.POSITIVE_INFINITY;
    // Of the copy: what the arguments' getters give is asked for once.
    const again = writeArguments(copy, compiled.keepBeyond);
    return conclude(compiled, toolCall, again, waits, judge(compiled, waits));
  }
  if (judgement === PATTERN) throw regularExpressionError(String(given), "");
  // Only conversion was done: it comes before the check in the reference, and compiles some patterns in its own way.
  if (compiled.refusal !== undefined) throw compiled.refusal.error;
  if (judgement === ACCEPTED) return copy;
  if (judgement === MENDED) {
    return replaceMembers(/** @type {object} */ (copy), given instanceof Uint8Array ? given : bytesWritten());
  }
  if (judgement === CHANGED) return readValue(given instanceof Uint8Array ? given : bytesWritten());
  return new Refusal(refusalText(toolCall, String(given)));
}

/**
 * The same once the verdict has been found on another thread.
 * @param {Compiled} compiled @param {any} toolCall @param {unknown} copy
 * @param {number} verdict its number
 * @param {string[]} texts that stayed here
 */
async function concludeLater(compiled, toolCall, copy, verdict, texts) {
  await verdictFound(verdict);
  const aside = open();
  try {
    bringTexts(texts);
    const concluded = conclude(compiled, toolCall, copy, true, taken(compiled, verdict));
    return concluded instanceof Later ? concluded.result : concluded;
  } finally {
    close(aside);
  }
}

/** @param {Compiled} compiled @param {number} verdict */
function taken(compiled, verdict) {
  exchange[0] = verdict;
  const begun = now();
  try {
    return native.verdict();
  } catch (error) {
    compiled.fails = true;
    throw error;
  } finally {
    countHold(begun);
  }
}

/**
 * Has the native side judge the arguments that were written last.
 * @param {Compiled} compiled @param {boolean} waits
 */
function judge(compiled, waits) {
  exchange[0] = compiled.id;
  const length = written();
  exchange[1] = length;
  if (compiled.refusal !== undefined) exchange[2] = CONVERSION_ONLY;
  else exchange[2] = waits && length >= ELSEWHERE_FROM ? VERDICT_ELSEWHERE : VERDICT;
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
  compiled.thrown = undefined;
  try {
    if (compiled.ask === undefined && !keepsObjects()) return native.validate(undefined);
    return native.validate(compiled.ask ?? answerer(compiled, []));
  } catch (error) {
    // What its own functions throw says nothing about the schema.
    if (compiled.thrown === undefined) compiled.fails = true;
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

module.exports = { Refusal, Later, validatorFor, ...validatorFor(0) };
