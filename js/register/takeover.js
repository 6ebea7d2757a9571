"use strict";
// Stands the addon in for the loops that were recognised, and counts what each copy of pi had it run.

const { coverageOf } = require("./coverage.js");
const { KEY } = require("./append.js");
const { debug } = require("./report.js");

/**
 * @typedef {(context: any, message: any, config: any, signal: any, emit: any) => Promise<any>} ExecuteToolCalls
 *
 * @typedef {object} CopyActivity
 * @property {string} name the package that the loop is in
 * @property {string} version of that package
 * @property {string} url the module that was taken over
 * @property {string} profile the pi version by whose rules its batches run
 * @property {number} batches how many batches the addon began for it
 *
 * @typedef {object} Registry what this realm's global symbol holds
 * @property {string} hooks
 * @property {CopyActivity[]} copies
 * @property {(copy: import("./recognise.js").Copy, own: ExecuteToolCalls) => ExecuteToolCalls} takeOver
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
 * @param {(profile: string) => ExecuteToolCalls} executorFor
 * @param {string} hooks by which mechanism modules are changed
 * @returns {Registry}
 */
function openRegistry(executorFor, hooks) {
  /** @type {CopyActivity[]} */
  const copies = [];
  /** @type {Registry["takeOver"]} */
  function takeOver({ name, version, url }, own) {
    const { profile } = coverageOf(version);
    if (profile === undefined) return own;
    const execute = executorFor(profile);
    const activity = { name, version, url, profile, batches: 0 };
    copies.push(activity);
    debug("%s %s runs its tool batches through the addon (%s)", name, version, url);
    return function executeToolCalls(context, message, config, signal, emit) {
      activity.batches++;
      return execute(context, message, config, signal, emit);
    };
  }
  const opened = { hooks, copies, takeOver };
  Object.defineProperty(globalThis, Symbol.for(KEY), { value: opened });
  return opened;
}

module.exports = { registry, openRegistry };
