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
 * the arguments' length and whether only to convert them; `mode` the facts. After `validate`: the judgement, and the length
 * of changed arguments. After `mode`: whether it is sequential. After `validators`: how many there are. After the others: how
 * many operations there are, whether more wait, whether the batch is over, the
 * id (`begin` alone); then code and call of each operation.
 */
const exchange = new Int32Array(HEADER + 2 * OPERATIONS);

/** @type {(id: number) => void} */
let dispatch = () => {};

/**
 * @typedef {object} Environment
 * @property {() => void} begin
 * @property {() => void} complete
 * @property {() => void} take
 * @property {() => void} abort
 * @property {(buffer: ArrayBuffer) => void} shareBuffer
 * @property {() => [owner: object, id: number, readsTexts: number, ...patterns: string[]]} compile
 * @property {() => void} mode
 * @property {() => void} validators
 * @property {(ask: Function | undefined) => string | Uint8Array | undefined} validate
 * @property {() => Uint8Array | undefined} repair
 */

/** @type {Environment} */
const native = environment(exchange.buffer, (/** @type {number} */ id) => dispatch(id));
shareBuffer(native.shareBuffer);

/**
 * Says who is called with a batch's id when the core has something for it that no call can carry.
 * @param {(id: number) => void} listener
 */
function onDispatch(listener) {
  dispatch = listener;
}

module.exports = { native, exchange, HEADER, onDispatch, version };
