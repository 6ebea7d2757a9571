"use strict";
// What the package exports, for `require` and (through index.js) for `import`: one copy, one state.

const { QUEUED } = require("./js/protocol.js");
const { executeBatch } = require("./js/host.js");
const { readOptions } = require("./js/options.js");
const { validateToolArguments } = require("./js/validate.js");

/** @typedef {import("./index.js", { with: { "resolution-mode": "import" } })} Api */

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
