"use strict";
// Result: the message that the model gets, and its two events.

const { YES, NO } = require("../protocol.js");

/** @typedef {import("../host.js").ToolCallBatch} Batch */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

/** @param {Batch} batch @param {number} call */
function result(batch, call) {
  deliver(batch, call, call, delivered);
}

/**
 * Joins the calls that executed together, delivers the result of each up to this one, and says whether they terminate.
 * @param {Batch} batch @param {number} last
 */
async function joinAndResults(batch, last) {
  await TURN;
  await TURN;
  deliver(batch, 0, last, terminate);
}

/**
 * Delivers the results of calls one after the other.
 * @param {Batch} batch @param {number} first @param {number} last
 * @param {(batch: Batch, last: number) => void} next
 */
async function deliver(batch, first, last, next) {
  const { emit } = batch;
  for (let call = first; call <= last; call++) {
    let message;
    try {
      message = createToolResultMessage(batch.profile, batch.finalized[call]);
    } catch (error) {
      batch.breaks(last, error);
      return;
    }
    try {
      await emit({ type: "message_start", message });
      await emit({ type: "message_end", message });
    } catch (error) {
      await TURN;
      batch.breaks(last, error);
      return;
    }
    await TURN;
    batch.messages.push(message);
  }
  next(batch, last);
}

/** @param {Batch} batch @param {number} call */
function delivered(batch, call) {
  batch.completeSaying(call, YES);
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
 * Says whether every final result asks to end the agent's run.
 * @param {Batch} batch @param {number} call whose slot carries the answer
 */
function terminate(batch, call) {
  let all;
  try {
    all = batch.finalized.every((finalized) => finalized.result.terminate === true);
  } catch (error) {
    batch.breaks(call, error);
    return;
  }
  batch.complete(call, all ? YES : NO);
}

module.exports = { result, joinAndResults, terminate };
