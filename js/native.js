"use strict";
// The addon and this environment's functions of it.

const { version, environment } = require("./load.js");
const { shareBuffer } = require("./wire.js");

/** How many operations are handed over at once; the rest is fetched with `take`. */
const OPERATIONS = 1024;

/** How many operations there are, whether more wait, whether the batch is over, then code and call of each. */
const operations = new Int32Array(3 + 2 * OPERATIONS);

/** @type {(id: number) => void} */
let dispatch = () => {};

/**
 * @typedef {object} Environment
 * @property {(count: number, facts: number) => number} begin
 * @property {(id: number, call: number, completion: number) => void} complete
 * @property {(id: number) => void} take
 * @property {(buffer: ArrayBuffer) => void} shareBuffer
 * @property {(length: number) => [schema: object, ...patterns: string[]]} compile
 * @property {(schema: object, length: number, refine?: Function) => number | string | Uint8Array} validate
 */

/** @type {Environment} */
const native = environment(operations.buffer, (/** @type {number} */ id) => dispatch(id));
shareBuffer(native.shareBuffer);

/**
 * Says who is called with a batch's id when the core has something for it that no call can carry.
 * @param {(id: number) => void} listener
 */
function onDispatch(listener) {
  dispatch = listener;
}

module.exports = { native, operations, onDispatch, version };
