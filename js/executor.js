"use strict";
// The functions that the package exports, and the executors that `createToolExecutor` makes.

const { QUEUED } = require("./protocol.js");
const { executeBatch, executeSingle } = require("./host.js");
const { Limits } = require("./limits.js");
const { readOptions } = require("./options.js");
const { notCovered } = require("./register/coverage.js");
const { baseProfile, profileOf } = require("./profile.js");
const { validatorFor } = require("./validate.js");
const { stats } = require("./view/stats.js");

/**
 * @typedef {typeof import("../index.js", { with: { "resolution-mode": "import" } })} Api
 * @typedef {import("./host.js").Rules} Rules
 */

/**
 * An executor by these rules.
 * @param {Rules} rules
 */
function executorBy(rules) {
  /** @type {Api["executeToolCalls"]} */
  function executeToolCalls(currentContext, assistantMessage, config, signal, emit) {
    return executeBatch(rules, currentContext, assistantMessage, config, signal, emit);
  }
  const { validateToolArguments } = rules.validator;
  if (!rules.profile.resultIsError) return { executeToolCalls, validateToolArguments };
  /** @param {any} toolCall @param {any} options */
  function runToolCall(toolCall, options) {
    return executeSingle(rules, toolCall, options);
  }
  return { executeToolCalls, runToolCall, validateToolArguments };
}

/**
 * @param {import("./profile.js").Profile} profile
 * @param {import("./options.js").Options} options
 * @returns {Rules}
 */
function rulesOf(profile, options) {
  const limits = new Limits(options);
  const facts = (options.dispatch === "queued" ? QUEUED : 0) | limits.facts;
  return {
    profile,
    validator: validatorFor(profile.rules, options.repairArguments),
    facts,
    limits: limits.asked ? limits : undefined,
  };
}

const base = executorBy(rulesOf(baseProfile, readOptions({})));

/**
 * An executor that stands in for one pi, however it came to be asked for.
 * @param {import("./profile.js").Versions | undefined} versions of the pi that the executor stands in for
 * @param {import("./options.js").Options} options
 */
function executorFor(versions, options) {
  return executorBy(rulesOf(versions === undefined ? baseProfile : profileOf(versions), options));
}

/** @type {Api["createToolExecutor"]} */
function createToolExecutor(options) {
  const read = readOptions(options);
  const { compat } = read;
  if (compat === undefined) return /** @type {any} */ (executorFor(undefined, read));
  const refused = notCovered({ agentCore: compat, ai: compat });
  if (refused !== undefined) throw new TypeError(`createToolExecutor: compat: ${refused}`);
  return /** @type {any} */ (executorFor({ agentCore: compat, ai: compat }, read));
}

module.exports = { ...base, createToolExecutor, executorFor, stats };
