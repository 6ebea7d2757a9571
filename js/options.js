"use strict";
// The options of `createToolExecutor`, checked before anything is made of them.

/**
 * @typedef {object} Options
 * @property {"inline" | "queued"} dispatch
 * @property {string | undefined} compat
 * @property {number | ((tool: any, toolCall: any) => number | undefined) | undefined} timeoutMs
 * @property {number | undefined} abortGraceMs
 * @property {number | undefined} maxConcurrency
 * @property {"batch" | "barrier"} sequentialTools
 * @property {boolean} repairArguments
 * @property {"run" | "refuse"} duplicateIds
 * @property {boolean} suggestNames
 * @property {boolean} refuseTruncated
 */

/** The longest time that the clock takes, in milliseconds: some 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What a value of an option has to be, in words, and whether one is.
 * @typedef {{ wants: string, accepts: (value: any) => boolean, otherwise: unknown }} Kind
 */

/** @param {string[]} values the first one is what holds without the option @returns {Kind} */
function oneOf(...values) {
  return { wants: values.map(shown).join(" or "), accepts: (value) => values.includes(value), otherwise: values[0] };
}

/** @type {Kind} */
const FLAG = { wants: "true or false", accepts: (value) => typeof value === "boolean", otherwise: false };

/** @type {Kind} */
const VERSION = {
  wants: 'the version of a pi, as in "1.6.0"',
  accepts: (value) => typeof value === "string",
  otherwise: undefined,
};

/** @param {unknown} value */
function isTime(value) {
  return typeof value === "number" && value > 0 && value <= LONGEST_MS;
}

/** @type {Kind} */
const TIME_LIMIT = {
  wants: "a number of milliseconds above 0 and below 2,147,483,648, Infinity, or a function that gives one",
  accepts: (value) => isTime(value) || value === Number.POSITIVE_INFINITY || typeof value === "function",
  otherwise: undefined,
};

/** @type {Kind} */
const GRACE_TIME = {
  wants: "a number of milliseconds from 0 to 2,147,483,647",
  accepts: (value) => value === 0 || isTime(value),
  otherwise: undefined,
};

/** @type {Kind} */
const COUNT = {
  wants: "a whole number from 1 to 2,147,483,647",
  accepts: (value) => Number.isInteger(value) && value >= 1 && value <= LONGEST_MS,
  otherwise: undefined,
};

/** @type {Record<keyof Options, Kind>} */
const KINDS = {
  dispatch: oneOf("inline", "queued"),
  compat: VERSION,
  timeoutMs: TIME_LIMIT,
  abortGraceMs: GRACE_TIME,
  maxConcurrency: COUNT,
  sequentialTools: oneOf("batch", "barrier"),
  repairArguments: FLAG,
  duplicateIds: oneOf("run", "refuse"),
  suggestNames: FLAG,
  refuseTruncated: FLAG,
};

/**
 * A value as a person would write it, short.
 * @param {unknown} value
 */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "function" ? "a function" : String(value);
}

/**
 * @param {unknown} options what the user passed
 * @param {string} whose who wants them, for the error
 * @returns {Options} with what holds where an option is missing
 * @throws {TypeError} for an option that does not exist, or a value that it cannot have
 */
function readOptions(options = {}, whose = "createToolExecutor") {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`${whose}: options must be an object, got ${shown(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(KINDS, name)) {
      const known = Object.keys(KINDS).join(", ");
      throw new TypeError(`${whose}: unknown option ${shown(name)}; the options are: ${known}`);
    }
  }
  const given = /** @type {Record<string, unknown>} */ (options);
  /** @type {Record<string, unknown>} */
  const read = {};
  for (const [name, { wants, accepts, otherwise }] of Object.entries(KINDS)) {
    const value = given[name];
    if (value !== undefined && !accepts(value)) {
      throw new TypeError(`${whose}: ${name} must be ${wants}, got ${shown(value)}`);
    }
    read[name] = value === undefined ? otherwise : value;
  }
  return /** @type {Options} */ (/** @type {unknown} */ (read));
}

module.exports = { readOptions, LONGEST_MS };
