"use strict";
// Execute: the tool runs, its updates are emitted. The core may give it up before it is done.

const { BROKEN, YES, NO, EXECUTED, NOT_BEGUN } = require("../protocol.js");
const { settled } = require("../view/settled.js");
const { ABORTED: WAS_ABORTED, OK } = require("../view/status.js");
const { ABORTED, createErrorToolResult, textOf } = require("./error-result.js");
const { endOf } = require("./end.js");
const { finalizeAndEnd, finalizeToResult } = require("./finalize.js");
const { fails } = require("./prepare.js");

/**
 * @typedef {import("../host.js").ToolCallBatch} Batch
 * @typedef {Execution} ToolExecution
 */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

function ignore() {}

/** Awaited, it takes two turns: this one's own, and that of who awaits it. */
async function twoTurns() {
  await TURN;
}

const { then } = Promise.prototype;

/** Whether nobody has put a `then` of his own in the place of this promise's. @param {Promise<unknown>} promise */
function isUntouched(promise) {
  try {
    return promise.then === then;
  } catch {
    return false;
  }
}

/**
 * The updates that a tool has emitted. They are watched as they go out: a failure is the batch's once the tool has
 * settled, and no unhandled rejection before.
 */
class Updates {
  constructor() {
    /** @type {Promise<unknown>[]} */
    this.emitted = [];
    this.delivered = 0;
    this.onDelivered = () => {
      this.delivered++;
    };
  }

  /** @param {Promise<unknown>} emitted */
  add(emitted) {
    this.emitted.push(emitted);
    if (isUntouched(emitted)) emitted.then(this.onDelivered, ignore);
    // Whatever its own `then` does, it does for `Promise.all`.
    else Reflect.apply(then, emitted, [undefined, ignore]);
  }

  /** Settles as `Promise.all` of them does, in as many turns of the microtask queue. */
  all() {
    return this.delivered === this.emitted.length ? twoTurns() : Promise.all(this.emitted);
  }
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
    /** @type {Updates | undefined} */
    this.updates = undefined;
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
    this.updates ??= new Updates();
    this.updates.add(emitted);
  }
}

/**
 * Runs the tool, then waits for the updates that it has emitted.
 * @param {Batch} batch @param {number} call
 */
function execute(batch, call) {
  executeThen(batch, call, executed);
}

/**
 * The same, then finalizes and ends the call.
 * @param {Batch} batch @param {number} call
 */
function executeAndEnd(batch, call) {
  executeThen(batch, call, finalizeAndEnd);
}

/**
 * The same, then delivers the call's result.
 * @param {Batch} batch @param {number} call
 */
function executeToResult(batch, call) {
  executeThen(batch, call, finalizeToResult);
}

/** @param {Batch} batch @param {number} call @param {boolean} isError */
function executed(batch, call, isError) {
  batch.complete(call, isError ? EXECUTED | NO : EXECUTED | YES);
}

/**
 * @param {Batch} batch @param {number} call
 * @param {(batch: Batch, call: number, isError: boolean) => void} next
 */
async function executeThen(batch, call, next) {
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
    await execution.updates?.all();
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
      await execution.updates?.all();
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
  next(batch, call, isError);
}

/** @param {Execution} execution @returns {number} whole milliseconds */
function elapsedOf({ startedAt }) {
  return Math.round(performance.now() - startedAt);
}

/**
 * Runs the tool, or ends its call where the signal has aborted.
 * @param {Batch} batch @param {number} call
 */
function executeUnlessAborted(batch, call) {
  unlessAborted(batch, call, executed);
}

/**
 * The same, then finalizes and ends the call where the tool has run.
 * @param {Batch} batch @param {number} call
 */
function executeAndEndUnlessAborted(batch, call) {
  unlessAborted(batch, call, finalizeAndEnd);
}

/**
 * @param {Batch} batch @param {number} call
 * @param {(batch: Batch, call: number, isError: boolean) => void} next
 */
async function unlessAborted(batch, call, next) {
  try {
    if (!batch.signal?.aborted) {
      executeThen(batch, call, next);
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
    await execution.updates?.all();
  } catch (emitterThrew) {
    batch.breaks(call, emitterThrew);
    return;
  }
  fails(batch, call, toolCall, text, status);
  if (batch.profile.duration) batch.finalized[call].durationMs = elapsedOf(execution);
  batch.complete(call, YES);
}

module.exports = {
  execute,
  executeAndEnd,
  executeUnlessAborted,
  executeAndEndUnlessAborted,
  executeToResult,
  giveUp,
};
