"use strict";
// The behaviours of a pi version by name, as `src/profile.rs` knows them by bit.

const { profile: bitsFor } = require("./load.js");

/** The bits; `src/profile.rs` says what each one means. */
const ABORT_ENDS_BATCH = 1 << 0;
const ABORTED_NOT_EXECUTED = 1 << 1;
const ABORT_BEFORE_LOOKUP = 1 << 2;
const ABORT_AFTER_HOOK = 1 << 3;
const ABORT_BEFORE_PREPARED = 1 << 4;
const LATE_UPDATES_IGNORED = 1 << 5;
const CONTENT_NEVER_MISSING = 1 << 6;
const MERGE_KEEPS_ALL = 1 << 7;
const ADDED_TOOL_NAMES = 1 << 8;
const USAGE = 1 << 9;
const BLOCK_TERMINATES = 1 << 10;
const RESULT_IS_ERROR = 1 << 11;
const DURATION = 1 << 12;

/**
 * @typedef {object} Profile
 * @property {number} bits all behaviours, as the core wants them
 * @property {number} rules by which arguments are judged, as `validatorFor` wants them
 * @property {boolean} abortEndsBatch @property {boolean} abortedNotExecuted @property {boolean} abortBeforeLookup
 * @property {boolean} abortAfterHook @property {boolean} abortBeforePrepared @property {boolean} lateUpdatesIgnored
 * @property {boolean} contentNeverMissing @property {boolean} mergeKeepsAll @property {boolean} addedToolNames
 * @property {boolean} usage @property {boolean} blockTerminates @property {boolean} resultIsError
 * @property {boolean} duration
 *
 * @typedef {object} Versions of pi's packages
 * @property {string} agentCore
 * @property {string} ai
 * @property {string} [typebox] without it: the one that this pi-ai asks for
 */

/** @type {Map<string, Profile>} profiles that are equal in everything are one object */
const profiles = new Map();

/**
 * @param {Versions} versions
 * @returns {Profile}
 * @throws {Error} for a version whose behaviour is not known
 */
function profileOf({ agentCore, ai, typebox }) {
  const [bits, rules] = bitsFor(agentCore, ai, typebox);
  const key = `${bits} ${rules}`;
  let profile = profiles.get(key);
  if (profile === undefined) {
    profile = profileWith(bits, rules);
    profiles.set(key, profile);
  }
  return profile;
}

/** @param {number} bits @param {number} rules @returns {Profile} */
function profileWith(bits, rules) {
  const has = (/** @type {number} */ bit) => (bits & bit) !== 0;
  return Object.freeze({
    bits,
    rules,
    abortEndsBatch: has(ABORT_ENDS_BATCH),
    abortedNotExecuted: has(ABORTED_NOT_EXECUTED),
    abortBeforeLookup: has(ABORT_BEFORE_LOOKUP),
    abortAfterHook: has(ABORT_AFTER_HOOK),
    abortBeforePrepared: has(ABORT_BEFORE_PREPARED),
    lateUpdatesIgnored: has(LATE_UPDATES_IGNORED),
    contentNeverMissing: has(CONTENT_NEVER_MISSING),
    mergeKeepsAll: has(MERGE_KEEPS_ALL),
    addedToolNames: has(ADDED_TOOL_NAMES),
    usage: has(USAGE),
    blockTerminates: has(BLOCK_TERMINATES),
    resultIsError: has(RESULT_IS_ERROR),
    duration: has(DURATION),
  });
}

/** The version that the bare exports stand for. */
const BASE = "0.73.1";

module.exports = { profileOf, baseProfile: profileOf({ agentCore: BASE, ai: BASE }) };
