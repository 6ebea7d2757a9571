"use strict";
// The functions that the package exports, and the executors that `createToolExecutor` makes.

const { QUEUED } = require("./protocol.js");
const { executeBatch } = require("./host.js");
const { readOptions } = require("./options.js");
const { validateToolArguments } = require("./validate.js");

/** @typedef {typeof import("../index.js", { with: { "resolution-mode": "import" } })} Api */

/**
 * An `executeToolCalls` whose batches carry one more fact.
 * @param {number} dispatchFact of `protocol.js`
 */
function executorOf(dispatchFact) {
  /** @type {Api["executeToolCalls"]} */
  function executeToolCalls(currentContext, assistantMessage, config, signal, emit) {
    return executeBatch(currentContext, assistantMessage, config, signal, emit, dispatchFact);
  }
  return executeToolCalls;
}

const executeToolCalls = executorOf(0);

/** @type {Api["createToolExecutor"]} */
function createToolExecutor(options) {
  const { dispatch } = readOptions(options);
  return { executeToolCalls: dispatch === "queued" ? executorOf(QUEUED) : executeToolCalls, validateToolArguments };
}

module.exports = { executeToolCalls, validateToolArguments, createToolExecutor };
