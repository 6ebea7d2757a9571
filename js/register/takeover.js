"use strict";
// Stands the addon in for the loops that were recognised, and counts what each copy of pi had it run.

const { KEY } = require("./append.js");
const { debug } = require("./report.js");

/**
 * @typedef {object} Loop pi's functions, or what stands in for them
 * @property {(context: any, message: any, config: any, signal: any, emit: any) => Promise<any>} executeToolCalls
 * @property {((toolCall: any, options: any) => Promise<any>) | undefined} [runToolCall] from 0.99.1 on
 *
 * @typedef {object} CopyActivity
 * @property {string} name the package that the loop is in
 * @property {string} version of that package
 * @property {string} url the module that was taken over
 * @property {import("../profile.js").Versions} versions of pi's packages by whose rules its batches run
 * @property {number} batches how many batches the addon began for it
 * @property {number} calls how many calls of tools' own
 *
 * @typedef {object} Registry what this realm's global symbol holds
 * @property {string} hooks
 * @property {CopyActivity[]} copies
 * @property {(copy: import("./recognise.js").Copy, own: Loop) => Loop} takeOver
 */

/**
 * The registry of this realm, made by whichever copy of this package is loaded first.
 * @returns {Registry | undefined}
 */
function registry() {
  return /** @type {any} */ (globalThis)[Symbol.for(KEY)];
}

/**
 * Makes the registry that the appended statement calls.
 * @param {(versions: import("../profile.js").Versions) => Loop} executorFor
 * @param {string} hooks by which mechanism modules are changed
 * @returns {Registry}
 */
function openRegistry(executorFor, hooks) {
  /** @type {CopyActivity[]} */
  const copies = [];
  /** @type {Registry["takeOver"]} */
  function takeOver({ name, version, url, versions }, own) {
    const executor = executorFor(versions);
    const activity = { name, version, url, versions, batches: 0, calls: 0 };
    copies.push(activity);
    debug("%s %s runs its tool batches through the addon (%s)", name, version, url);
    /** @type {Loop["executeToolCalls"]} */
    function executeToolCalls(context, message, config, signal, emit) {
      activity.batches++;
      return executor.executeToolCalls(context, message, config, signal, emit);
    }
    if (own.runToolCall === undefined || executor.runToolCall === undefined) return { executeToolCalls };
    const { runToolCall: run } = executor;
    return {
      executeToolCalls,
      runToolCall(toolCall, options) {
        activity.calls++;
        return run(toolCall, options);
      },
    };
  }
  const opened = { hooks, copies, takeOver };
  Object.defineProperty(globalThis, Symbol.for(KEY), { value: opened });
  return opened;
}

module.exports = { registry, openRegistry };
