"use strict";
// The addon and this environment's functions of it.

const { version, environment } = require("./load.js");
const { shareBuffer } = require("./wire.js");

/** How many numbers stand before the operations. */
const HEADER = 4;
/** How many operations are handed over at once; the rest is fetched with `take`. */
const OPERATIONS = 1024;

/**
 * Numbers both ways, which cost less than arguments do.
 *
 * Before a call: `begin` wants the number of calls, the facts, the profile's bits, how many may execute at once and the time
 * of grace; `complete` the batch's id, the call, the completion and how long the tool may take; `take` and `abort` the
 * batch's id; `compile` the schema's length, the edition of regular expressions and the rules; `validate` the schema's id,
 * the arguments' length and what is wanted; `verdict` the verdict's number; `mode` the facts. After `compile`: the schema's id,
 * whether texts decide, whether compiling throws. After `validate` and `verdict`: the judgement, and the number of a verdict
 * that is found elsewhere. After `mode`: whether it is sequential.
 * After `validators`: how many there are. After the others: how many operations there are, whether more wait, whether the
 * batch is over, the id (`begin` alone); then code and call of each operation.
 */
const exchange = new Int32Array(HEADER + 2 * OPERATIONS);

/** @type {(id: number) => void} */
let dispatch = () => {};
/** @type {(number: number) => void} */
let takeVerdict = () => {};

/**
 * @typedef {object} Environment
 * @property {() => void} begin
 * @property {() => void} complete
 * @property {() => void} take
 * @property {() => void} abort
 * @property {(buffer: ArrayBuffer) => void} shareBuffer
 * @property {() => [owner: object, ...patterns: string[]]} compile
 * @property {() => void} mode
 * @property {() => void} validators
 * @property {(ask: Function | undefined) => string | Uint8Array | undefined} validate
 * @property {() => string | Uint8Array | undefined} verdict
 * @property {() => Uint8Array | undefined} repair
 */

/** @type {Environment} */
const native = environment(exchange.buffer, (/** @type {number} */ told) => {
  // A batch's id, or the bits of a verdict's number turned over.
  if (told < 0) takeVerdict(~told);
  else dispatch(told);
});
shareBuffer(native.shareBuffer);

/**
 * Says who is called with a batch's id when the core has something for it that no call can carry.
 * @param {(id: number) => void} listener
 */
function onDispatch(listener) {
  dispatch = listener;
}

/**
 * Says who is called with a verdict's number when it has been found on another thread.
 * @param {(number: number) => void} listener
 */
function onVerdict(listener) {
  takeVerdict = listener;
}

module.exports = { native, exchange, HEADER, onDispatch, onVerdict, version };
