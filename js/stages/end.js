"use strict";
// End: the event that says how a call came out.

const { RESULT, YES } = require("../protocol.js");
const { settled } = require("../view/settled.js");

/** @typedef {import("../host.js").ToolCallBatch} Batch */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

/**
 * Emits the call's end.
 * @param {Batch} batch @param {number} call
 */
function end(batch, call) {
  endThen(batch, call, ended);
}

/**
 * The same, then delivers the call's result.
 * @param {Batch} batch @param {number} call
 */
function endToResult(batch, call) {
  endThen(batch, call, beginResult);
}

/** @param {Batch} batch @param {number} call */
function ended(batch, call) {
  batch.completeSaying(call, YES);
}

/** @param {Batch} batch @param {number} call */
function beginResult(batch, call) {
  batch.begin(RESULT, call);
}

/**
 * @param {Batch} batch @param {number} call
 * @param {(batch: Batch, call: number) => void} next
 */
async function endThen(batch, call, next) {
  const { emit } = batch;
  settled(batch, call);
  try {
    await emit(endOf(batch.finalized[call]));
  } catch (error) {
    await TURN;
    batch.breaks(call, error);
    return;
  }
  await TURN;
  next(batch, call);
}

/** @param {import("../host.js").Finalized} finalized */
function endOf(finalized) {
  const event = {
    type: "tool_execution_end",
    toolCallId: finalized.toolCall.id,
    toolName: finalized.toolCall.name,
    result: finalized.result,
    isError: finalized.isError,
  };
  return finalized.durationMs === undefined ? event : { ...event, durationMs: finalized.durationMs };
}

module.exports = { end, endToResult, endOf };
