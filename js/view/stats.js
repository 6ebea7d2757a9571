"use strict";
// What this thread has done since the package was loaded, in numbers. An increment a call: it is counted whether anybody
// asks or not.

const { native, exchange } = require("../native.js");
const { now } = require("./clock.js");
const { NAMES } = require("./status.js");

const calls = new Float64Array(NAMES.length);
let batches = 0;
let longestHoldMs = 0;

function countBatch() {
  batches++;
}

/** @param {number} status of `status.js` */
function countCall(status) {
  calls[status]++;
}

/** @param {number} since a time of `now` at which a call into the core began that has ended at this moment */
function countHold(since) {
  const held = now() - since;
  if (held > longestHoldMs) longestHoldMs = held;
}

/** @type {typeof import("../../index.js", { with: { "resolution-mode": "import" } }).stats} */
function stats() {
  native.validators();
  const byStatus = NAMES.map((name, status) => [name, calls[status]]);
  return { batches, calls: Object.fromEntries(byStatus), validators: exchange[0], longestHoldMs };
}

module.exports = { stats, countBatch, countCall, countHold };
