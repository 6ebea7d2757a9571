"use strict";
// Prepare: the call's start, the tool's look-up, its arguments, the before hook.

const { YES, NO, SEQUENTIAL, LIMITED } = require("../protocol.js");
const { Later, Refusal } = require("../validate.js");
const { ABORTED: WAS_ABORTED, BLOCKED, ERROR, INVALID, UNKNOWN } = require("../view/status.js");
const { ABORTED, createErrorToolResult, textOf } = require("./error-result.js");

/** @typedef {import("../host.js").ToolCallBatch} Batch */

/**
 * Emits the call's start and prepares it.
 * @param {Batch} batch @param {number} call
 */
async function startAndPrepare(batch, call) {
  const { emit, toolCalls } = batch;
  const toolCall = toolCalls[call];
  let prepared;
  try {
    await emit({
      type: "tool_execution_start",
      toolCallId: toolCall.id,
      toolName: toolCall.name,
      args: toolCall.arguments,
    });
    prepared = await prepareToolCall(batch, call, toolCall);
  } catch (error) {
    batch.breaks(call, error);
    return;
  }
  completePrepared(batch, call, prepared);
}

/**
 * The same without the event.
 * @param {Batch} batch @param {number} call
 */
async function prepare(batch, call) {
  let prepared;
  try {
    prepared = await prepareToolCall(batch, call, batch.toolCalls[call]);
  } catch (error) {
    batch.breaks(call, error);
    return;
  }
  completePrepared(batch, call, prepared);
}

/** @param {Batch} batch @param {number} call @param {boolean} prepared */
function completePrepared(batch, call, prepared) {
  batch.watch?.enter(call, prepared ? "queued" : undefined);
  if (batch.limits === undefined || !prepared) {
    batch.completeSaying(call, prepared ? YES : NO);
    return;
  }
  const { tool, timeoutMs } = batch.prepared[call];
  let completion = YES;
  if (tool.executionMode === "sequential") completion |= SEQUENTIAL;
  if (timeoutMs !== undefined) completion |= LIMITED;
  batch.completeSaying(call, completion, timeoutMs);
}

/**
 * Looks the tool up, prepares and validates the arguments, asks the before hook where there is one. Gives whether the
 * call goes on.
 * @param {Batch} batch @param {number} call @param {any} toolCall
 * @returns {boolean | Promise<boolean>}
 */
function prepareToolCall(batch, call, toolCall) {
  const { currentContext, limits, profile } = batch;
  batch.watch?.enter(call, "preparing");
  let tool;
  try {
    if (profile.resultIsError) {
      const tools = batch.tools === undefined ? (currentContext.tools ?? []) : batch.tools;
      if (profile.abortBeforeLookup && batch.signal?.aborted) return fails(batch, call, toolCall, ABORTED, WAS_ABORTED);
      tool = tools.find((/** @type {any} */ t) => t.name === toolCall.name);
    } else {
      tool = currentContext.tools?.find((/** @type {any} */ t) => t.name === toolCall.name);
    }
    const refusal = limits?.refusalOf(batch, call);
    if (refusal !== undefined) return fails(batch, call, toolCall, refusal, BLOCKED);
    if (!tool) {
      const text = limits?.notFound(batch, toolCall) ?? `Tool ${toolCall.name} not found`;
      return fails(batch, call, toolCall, text, UNKNOWN);
    }
  } catch (error) {
    return Promise.reject(error);
  }
  let args;
  try {
    const prepared = prepareToolCallArguments(tool, toolCall);
    batch.watch?.enter(call, "validating");
    args = batch.validate(tool, prepared);
  } catch (error) {
    return failsBecause(batch, call, toolCall, error, INVALID);
  }
  if (args instanceof Later) return goOnWhenJudged(batch, call, toolCall, tool, args.result);
  return goOn(batch, call, toolCall, tool, args);
}

/**
 * Goes on when another thread has judged the arguments.
 * @param {Batch} batch @param {number} call @param {any} toolCall @param {any} tool @param {Promise<unknown>} judged
 */
async function goOnWhenJudged(batch, call, toolCall, tool, judged) {
  let args;
  try {
    args = await judged;
  } catch (error) {
    return failsBecause(batch, call, toolCall, error, INVALID);
  }
  return goOn(batch, call, toolCall, tool, args);
}

/**
 * Goes on with what validation gave.
 * @param {Batch} batch @param {number} call @param {any} toolCall @param {any} tool @param {unknown} args
 * @returns {boolean | Promise<boolean>}
 */
function goOn(batch, call, toolCall, tool, args) {
  const { config, profile } = batch;
  if (args instanceof Refusal) return fails(batch, call, toolCall, args.text, INVALID);
  try {
    batch.watch?.enter(call, undefined);
    if (config.beforeToolCall) return askBefore(batch, call, toolCall, tool, args);
    if (profile.abortBeforePrepared && batch.signal?.aborted) return fails(batch, call, toolCall, ABORTED, WAS_ABORTED);
    return succeeds(batch, call, toolCall, tool, args);
  } catch (error) {
    return failsBecause(batch, call, toolCall, error, ERROR);
  }
}

/** @param {Batch} batch @param {number} call @param {any} toolCall @param {any} tool @param {unknown} args */
async function askBefore(batch, call, toolCall, tool, args) {
  const { assistantMessage, config, currentContext, profile, signal } = batch;
  batch.watch?.enter(call, "hooks");
  try {
    const beforeResult = await config.beforeToolCall(
      { assistantMessage, toolCall, args, context: currentContext },
      signal,
    );
    if (profile.abortAfterHook && signal?.aborted) return fails(batch, call, toolCall, ABORTED, WAS_ABORTED);
    if (beforeResult?.block) {
      fails(batch, call, toolCall, beforeResult.reason || "Tool execution was blocked", BLOCKED);
      if (profile.blockTerminates && beforeResult.terminate === true) batch.finalized[call].result.terminate = true;
      return false;
    }
    if (profile.abortBeforePrepared && signal?.aborted) return fails(batch, call, toolCall, ABORTED, WAS_ABORTED);
    return succeeds(batch, call, toolCall, tool, args);
  } catch (error) {
    return failsBecause(batch, call, toolCall, error, ERROR);
  }
}

/** @param {any} tool @param {any} toolCall */
function prepareToolCallArguments(tool, toolCall) {
  if (!tool.prepareArguments) return toolCall;
  const preparedArguments = tool.prepareArguments(toolCall.arguments);
  return preparedArguments === toolCall.arguments ? toolCall : { ...toolCall, arguments: preparedArguments };
}

/** @param {Batch} batch @param {number} call @param {any} toolCall @param {any} tool @param {unknown} args */
function succeeds(batch, call, toolCall, tool, args) {
  batch.prepared[call] = { toolCall, tool, args, timeoutMs: batch.limits?.timeoutFor(tool, toolCall) };
  return true;
}

/**
 * Makes an error result the call's final one.
 * @param {Batch} batch @param {number} call @param {any} toolCall @param {string} message
 * @param {number} status
 */
function fails(batch, call, toolCall, message, status) {
  batch.watch?.refused(call, message);
  batch.finalized[call] = {
    toolCall,
    result: createErrorToolResult(message),
    isError: true,
    durationMs: undefined,
    status,
  };
  return false;
}

/**
 * The same with what was thrown.
 * @param {Batch} batch @param {number} call @param {any} toolCall @param {unknown} thrown @param {number} status
 */
function failsBecause(batch, call, toolCall, thrown, status) {
  batch.watch?.threw(call, thrown);
  return fails(batch, call, toolCall, textOf(thrown), status);
}

module.exports = { startAndPrepare, prepare, fails };
