"use strict";
// Execute: the tool runs, its updates are emitted. The core may give it up before it is done.

const { BROKEN, YES, NO, EXECUTED, NOT_BEGUN } = require("../protocol.js");
const { settled } = require("../view/settled.js");
const { ABORTED: WAS_ABORTED, OK } = require("../view/status.js");
const { ABORTED, createErrorToolResult, textOf } = require("./error-result.js");
const { endOf } = require("./end.js");
const { fails } = require("./prepare.js");

/**
 * @typedef {import("../host.js").ToolCallBatch} Batch
 * @typedef {Execution} ToolExecution
 */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

function ignore() {}

/**
 * `Promise.all`, which for no promises takes one turn of the microtask queue as a plain value does.
 * @param {Promise<unknown>[] | undefined} promises
 */
function allOf(promises) {
  return promises === undefined ? undefined : Promise.all(promises);
}

/** A tool at work, which the core may give up. */
class Execution {
  /** @param {Batch} batch @param {any} toolCall */
  constructor(batch, toolCall) {
    this.batch = batch;
    this.toolCall = toolCall;
    /** Nothing that the tool still does counts. */
    this.settled = false;
    this.givenUp = false;
    this.startedAt = 0;
    /** @type {Promise<unknown>[] | undefined} */
    this.updateEvents = undefined;
    /** @type {import("../limits.js").SignalOfCall | undefined} */
    this.callSignal = undefined;
    /** The signal had aborted: the call is being ended instead. */
    this.notBegun = false;
    /** @type {number | undefined} how that came out, a completion */
    this.ended = undefined;
  }

  /** @param {unknown} partialResult */
  update(partialResult) {
    const { batch } = this;
    if (this.settled && (batch.profile.lateUpdatesIgnored || this.givenUp)) return;
    const emitted = Promise.resolve(batch.emitUpdate(this.toolCall, partialResult));
    if (this.settled) {
      emitted.catch((reason) => batch.warnOfLateUpdate(reason));
      return;
    }
    // Held until the tool has settled: a failure is the batch's then, and no unhandled rejection before.
    emitted.then(undefined, ignore);
    if (this.updateEvents === undefined) this.updateEvents = [emitted];
    else this.updateEvents.push(emitted);
  }
}

/**
 * Runs the tool, then waits for the updates that it has emitted.
 * @param {Batch} batch @param {number} call
 */
async function execute(batch, call) {
  const { limits, profile } = batch;
  const prepared = batch.prepared[call];
  const execution = new Execution(batch, prepared.toolCall);
  if (batch.single) {
    try {
      batch.onUpdate = batch.config.onUpdate ?? ignore;
    } catch (error) {
      batch.breaks(call, error, EXECUTED);
      return;
    }
  }
  let signal = batch.signal;
  if (limits !== undefined) {
    batch.executions[call] = execution;
    if (prepared.timeoutMs !== undefined) {
      execution.callSignal = limits.signalFor(signal);
      signal = execution.callSignal.signal;
    }
  }
  batch.watch?.enter(call, "executing");
  if (profile.duration) execution.startedAt = performance.now();
  let durationMs;
  let result;
  let isError = false;
  try {
    result = await prepared.tool.execute(
      prepared.toolCall.id,
      prepared.args,
      signal,
      (/** @type {unknown} */ partialResult) => execution.update(partialResult),
    );
    if (profile.duration) durationMs = elapsedOf(execution);
    if (execution.givenUp) return;
    execution.settled = true;
    await allOf(execution.updateEvents);
    if (profile.resultIsError) {
      isError = result.isError === true;
    } else if (result === undefined || result === null) {
      isError = true;
      result = createErrorToolResult(`Tool "${prepared.toolCall.name}" returned no result`);
    }
  } catch (thrown) {
    if (profile.duration) durationMs = elapsedOf(execution);
    if (execution.givenUp) return;
    execution.settled = true;
    batch.watch?.threw(call, thrown);
    isError = true;
    result = createErrorToolResult(textOf(thrown));
    try {
      await allOf(execution.updateEvents);
    } catch (emitterThrew) {
      await TURN;
      if (!execution.givenUp) batch.breaks(call, emitterThrew, EXECUTED);
      return;
    }
  }
  await TURN;
  if (execution.givenUp) return;
  execution.callSignal?.release();
  batch.watch?.enter(call, undefined);
  batch.finalized[call] = { toolCall: prepared.toolCall, result, isError, durationMs, status: OK };
  batch.complete(call, isError ? EXECUTED | NO : EXECUTED | YES);
}

/** @param {Execution} execution @returns {number} whole milliseconds */
function elapsedOf({ startedAt }) {
  return Math.round(performance.now() - startedAt);
}

/**
 * Runs the tool, or ends its call where the signal has aborted.
 * @param {Batch} batch @param {number} call
 */
async function executeUnlessAborted(batch, call) {
  try {
    if (!batch.signal?.aborted) {
      execute(batch, call);
      return;
    }
  } catch (error) {
    await TURN;
    batch.breaks(call, error, EXECUTED);
    return;
  }
  const { emit } = batch;
  const { toolCall } = batch.prepared[call];
  const execution = new Execution(batch, toolCall);
  execution.notBegun = true;
  batch.executions[call] = execution;
  fails(batch, call, toolCall, ABORTED, WAS_ABORTED);
  settled(batch, call);
  /** @type {number} */
  let completion = NOT_BEGUN;
  try {
    await emit(endOf(batch.finalized[call]));
  } catch (error) {
    batch.thrown[call] = error;
    completion = BROKEN;
  }
  await TURN;
  execution.ended = completion;
  batch.complete(call, execution.givenUp ? completion : EXECUTED | completion);
}

/**
 * Waits for the tool no longer: its call fails with this text, and what the tool still does goes nowhere.
 * @param {Batch} batch @param {number} call @param {string} text @param {number} status
 */
async function giveUp(batch, call, text, status) {
  const execution = batch.executions[call];
  const { toolCall } = batch.prepared[call];
  execution.givenUp = true;
  if (execution.notBegun) {
    // Its end is on its way, or was a moment ago.
    if (execution.ended !== undefined) batch.complete(call, execution.ended);
    return;
  }
  execution.settled = true;
  execution.callSignal?.abort(text);
  try {
    await allOf(execution.updateEvents);
  } catch (emitterThrew) {
    batch.breaks(call, emitterThrew);
    return;
  }
  fails(batch, call, toolCall, text, status);
  if (batch.profile.duration) batch.finalized[call].durationMs = elapsedOf(execution);
  batch.complete(call, YES);
}

module.exports = { execute, executeUnlessAborted, giveUp };
