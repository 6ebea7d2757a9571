"use strict";
// It is known how a call comes out: its end is about to be told.

const { countCall } = require("./stats.js");
const { ERROR, OK } = require("./status.js");

/** @param {import("../host.js").ToolCallBatch} batch @param {number} call */
function settled(batch, call) {
  const { isError, status } = batch.finalized[call];
  // What the tool, or the hook after it, says of a call that nothing else decided.
  const final = status === OK && isError ? ERROR : status;
  countCall(final);
  batch.watch?.ended(call, final);
}

module.exports = { settled };
