"use strict";
// Result: the message that the model gets, and its two events.

const { YES } = require("../protocol.js");

/** @typedef {import("../host.js").ToolCallBatch} Batch */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

/** @param {Batch} batch @param {number} call */
async function result(batch, call) {
  const { emit } = batch;
  let message;
  try {
    message = createToolResultMessage(batch.profile, batch.finalized[call]);
  } catch (error) {
    batch.breaks(call, error);
    return;
  }
  try {
    await emit({ type: "message_start", message });
    await emit({ type: "message_end", message });
  } catch (error) {
    await TURN;
    batch.breaks(call, error);
    return;
  }
  await TURN;
  batch.messages.push(message);
  batch.completeSaying(call, YES);
}

/**
 * Joins the calls that executed together, before the first of their results.
 * @param {Batch} batch @param {number} call
 */
async function joinAndResult(batch, call) {
  await TURN;
  await TURN;
  result(batch, call);
}

/**
 * @param {import("../profile.js").Profile} profile
 * @param {import("../host.js").Finalized} finalized
 */
function createToolResultMessage(profile, finalized) {
  if (!profile.contentNeverMissing) {
    return {
      role: "toolResult",
      toolCallId: finalized.toolCall.id,
      toolName: finalized.toolCall.name,
      content: finalized.result.content,
      details: finalized.result.details,
      isError: finalized.isError,
      timestamp: Date.now(),
    };
  }
  /** @type {Record<string, unknown>} */
  const message = {
    role: "toolResult",
    toolCallId: finalized.toolCall.id,
    toolName: finalized.toolCall.name,
    content: finalized.result.content ?? [],
    details: finalized.result.details,
  };
  if (profile.usage) message.usage = finalized.result.usage;
  if (profile.addedToolNames && finalized.result.addedToolNames?.length) {
    message.addedToolNames = finalized.result.addedToolNames;
  }
  message.isError = finalized.isError;
  if (finalized.durationMs !== undefined) message.durationMs = finalized.durationMs;
  message.timestamp = Date.now();
  return message;
}

/**
 * Whether every final result asks to end the agent's run.
 * @param {Batch} batch
 */
function allTerminate(batch) {
  return batch.finalized.every((finalized) => finalized.result.terminate === true);
}

module.exports = { result, joinAndResult, allTerminate };
