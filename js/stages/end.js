"use strict";
// End: the event that says how a call came out.

const { YES } = require("../protocol.js");
const { settled } = require("../view/settled.js");

/** @typedef {import("../host.js").ToolCallBatch} Batch */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

/** @param {Batch} batch @param {number} call */
async function end(batch, call) {
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
  batch.completeSaying(call, YES);
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

module.exports = { end, endOf };
