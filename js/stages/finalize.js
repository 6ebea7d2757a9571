"use strict";
// Finalize: the after hook may override the result.

const { YES } = require("../protocol.js");
const { end, endToResult } = require("./end.js");
const { createErrorToolResult, textOf } = require("./error-result.js");

/**
 * @typedef {import("../host.js").ToolCallBatch} Batch
 * @typedef {import("../host.js").Finalized} Finalized
 */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

/**
 * Finalizes a call that has been executed and emits its end.
 * @param {Batch} batch @param {number} call @param {boolean} isError
 */
function finalizeAndEnd(batch, call, isError) {
  finalizeThen(batch, call, isError, end);
}

/**
 * The same, then delivers the call's result.
 * @param {Batch} batch @param {number} call @param {boolean} isError
 */
function finalizeToResult(batch, call, isError) {
  finalizeThen(batch, call, isError, endToResult);
}

/**
 * The same without the event.
 * @param {Batch} batch @param {number} call @param {boolean} isError
 */
function finalize(batch, call, isError) {
  finalizeThen(batch, call, isError, complete);
}

/** @param {Batch} batch @param {number} call */
function complete(batch, call) {
  batch.complete(call, YES);
}

/**
 * @param {Batch} batch @param {number} call @param {boolean} isError
 * @param {(batch: Batch, call: number) => unknown} next
 */
async function finalizeThen(batch, call, isError, next) {
  const { config } = batch;
  try {
    await (config.afterToolCall ? finalizeExecutedToolCall(batch, call, isError) : TURN);
  } catch (error) {
    // The hook could not even be read.
    await TURN;
    batch.breaks(call, error);
    return;
  }
  next(batch, call);
}

/**
 * Lets the after hook override the result.
 * @param {Batch} batch @param {number} call @param {boolean} isError
 */
async function finalizeExecutedToolCall(batch, call, isError) {
  const { assistantMessage, config, currentContext, profile, signal } = batch;
  const finalized = batch.finalized[call];
  const { toolCall, result } = finalized;
  batch.watch?.enter(call, "hooks");
  try {
    const { args } = batch.prepared[call];
    const afterResult = await config.afterToolCall(
      { assistantMessage, toolCall, args, result, isError, context: currentContext },
      signal,
    );
    if (afterResult) {
      finalized.result = profile.mergeKeepsAll
        ? merged(profile, result, afterResult)
        : {
            content: afterResult.content ?? result.content,
            details: afterResult.details ?? result.details,
            terminate: afterResult.terminate ?? result.terminate,
          };
      finalized.isError = afterResult.isError ?? isError;
    }
  } catch (error) {
    batch.watch?.threw(call, error);
    finalized.result = createErrorToolResult(textOf(error));
    finalized.isError = true;
  }
}

/**
 * The hook's fields over all properties of the result.
 * @param {import("../profile.js").Profile} profile @param {any} result @param {any} afterResult
 */
function merged(profile, result, afterResult) {
  // Structured content belongs to the content that it came with.
  const structuredContent = profile.resultIsError
    ? (afterResult.structuredContent ?? (afterResult.content ? undefined : result.structuredContent))
    : undefined;
  const final = {
    ...result,
    content: afterResult.content ?? result.content,
    details: afterResult.details ?? result.details,
  };
  if (profile.usage) final.usage = afterResult.usage ?? result.usage;
  final.terminate = afterResult.terminate ?? result.terminate;
  if (structuredContent !== undefined) final.structuredContent = structuredContent;
  else if (profile.resultIsError) delete final.structuredContent;
  return final;
}

module.exports = { finalizeAndEnd, finalizeToResult, finalize };
