"use strict";
// Carries out what the core asks: calls the user's tools, hooks and emitter, and builds the events. It decides nothing; a
// reader of pi's loop finds its stages in `stages/` under their names, and their order in `src/batch/`.
//
// Every stage takes as many turns of the microtask queue as it takes there, so that whatever else waits in that queue
// takes its own turn as it does there: `await TURN` stands for a function boundary of the reference, which costs less
// than having the function. `prepared.tool.execute(…)` and its like are spelled as they are because V8 puts the spelling
// into the text of its TypeErrors, and the model reads that text.

const { AsyncResource } = require("node:async_hooks");
const { native, exchange, HEADER, onDispatch } = require("./native.js");
const protocol = require("./protocol.js");
const { startAndPrepare, prepare } = require("./stages/prepare.js");
const {
  execute,
  executeAndEnd,
  executeUnlessAborted,
  executeAndEndUnlessAborted,
  executeToResult,
  giveUp,
} = require("./stages/execute.js");
const { finalizeAndEnd, finalize } = require("./stages/finalize.js");
const { end } = require("./stages/end.js");
const { result, joinAndResults, terminate } = require("./stages/result.js");
const { ABORTED, textOf } = require("./stages/error-result.js");
const { settled } = require("./view/settled.js");
const { countBatch } = require("./view/stats.js");
const { TIMEOUT, ABORTED: WAS_ABORTED } = require("./view/status.js");
const { wanted } = require("./view/wanted.js");

const { BROKEN } = protocol;

/**
 * @typedef {{ content?: unknown, details?: unknown, terminate?: unknown, [other: string]: unknown }} ToolResult
 * @typedef {{ toolCall: any, tool: any, args: unknown, timeoutMs: number | undefined }} Prepared
 * @typedef {{ toolCall: any, result: any, isError: unknown, durationMs: number | undefined, status: number }} Finalized
 *
 * @typedef {object} Rules by which an executor runs its batches
 * @property {import("./profile.js").Profile} profile
 * @property {import("./validate.js").Validator} validator
 * @property {number} facts bits of `protocol.js` that hold for every batch
 * @property {import("./limits.js").CallLimits | undefined} limits what no pi has
 */

/** @typedef {Batch} ToolCallBatch */

/** Awaited, it takes one turn of the microtask queue. */
const TURN = undefined;

/** The number of no batch. */
const FORGOTTEN = -1;

/** @type {Set<unknown>} */
const NO_IDS = new Set();

/** @type {(Batch | undefined)[]} batches that the core may have something for at any time, by id */
const batches = [];

onDispatch((id) => batches[id]?.dispatched());

function ignore() {}

/** The tool calls of one assistant message, from the first start event to the result. */
class Batch {
  /**
   * @param {Rules} rules
   * @param {any} currentContext @param {any} assistantMessage @param {any[]} toolCalls @param {any} config
   * @param {AbortSignal | undefined} signal @param {(event: any) => unknown} emit
   */
  constructor(rules, currentContext, assistantMessage, toolCalls, config, signal, emit) {
    this.profile = rules.profile;
    this.validate = rules.validator.validate;
    this.limits = rules.limits;
    this.currentContext = currentContext;
    this.assistantMessage = assistantMessage;
    this.toolCalls = toolCalls;
    this.config = config;
    this.signal = signal;
    this.emit = emit;
    /** One call without events: `config` holds what `runToolCall` was given. */
    this.single = false;
    /** @type {((partialResult: unknown) => unknown) | undefined} who gets that call's updates */
    this.onUpdate = undefined;
    /** @type {any} where to look tools up instead of the context */
    this.tools = undefined;
    this.id = FORGOTTEN;
    /** @type {Prepared[]} */
    this.prepared = [];
    /** @type {import("./stages/execute.js").ToolExecution[]} those that the core may give up */
    this.executions = [];
    /** @type {Finalized[]} */
    this.finalized = [];
    /** @type {unknown[]} what the emitter threw, by call */
    this.thrown = [];
    /** @type {Set<unknown>} ids of the calls that were prepared, where repeated ones are refused */
    this.seenIds = NO_IDS;
    /** @type {object[]} */
    this.messages = [];
    this.warned = false;
    /** @type {AsyncResource | undefined} */
    this.resource = undefined;
    this.onAbort = ignore;
    /** @type {import("./view/watch.js").Watcher | undefined} where somebody looks on */
    this.watch = undefined;
    /** @type {(result: any) => void} */
    this.resolve = ignore;
    /** @type {(reason: unknown) => void} */
    this.reject = ignore;
  }

  /**
   * Begins the batch and gives the promise of its result.
   * @param {number} facts bits of `protocol.js`
   */
  run(facts) {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      exchange[0] = this.toolCalls.length;
      exchange[1] = facts;
      exchange[2] = this.profile.bits;
      if (this.limits !== undefined) {
        exchange[3] = this.limits.maxConcurrency ?? 0;
        exchange[4] = this.limits.abortGraceMs ?? 0;
        if (this.limits.refusesDuplicates) this.seenIds = new Set();
      } else {
        exchange[3] = 0;
      }
      native.begin();
      this.id = exchange[3];
      if (facts & (protocol.QUEUED | protocol.TIMEOUTS | protocol.GRACE)) {
        this.resource = new AsyncResource("pi-toolcalls");
        batches[this.id] = this;
      }
      this.perform();
      // Whoever listens may use the exchange, so it is read first.
      if (facts & protocol.GRACE && batches[this.id] === this) this.listenForAbort();
    });
  }

  /** Tells the core when the signal aborts, as long as the batch runs. */
  listenForAbort() {
    this.onAbort = () => {
      exchange[0] = this.id;
      native.abort();
    };
    this.signal?.addEventListener?.("abort", this.onAbort);
    if (this.signal?.aborted) this.onAbort();
  }

  /**
   * Tells the core how an operation ended and carries out what it asks for next.
   * @param {number} call @param {number} completion
   */
  complete(call, completion) {
    exchange[0] = this.id;
    exchange[1] = call;
    exchange[2] = completion;
    this.ask(native.complete);
  }

  /**
   * The same, and says whether the signal has aborted where that can end the batch; and how long a tool may take.
   * @param {number} call @param {number} completion @param {number} [timeoutMs]
   */
  completeSaying(call, completion, timeoutMs) {
    let said = completion;
    if (this.profile.abortEndsBatch) {
      try {
        if (this.signal?.aborted) said |= protocol.ABORTED;
      } catch (error) {
        this.breaks(call, error);
        return;
      }
    }
    if (timeoutMs !== undefined) exchange[3] = Math.ceil(timeoutMs);
    this.complete(call, said);
  }

  /** The core has something for this batch that no call could carry. */
  dispatched() {
    /** @type {AsyncResource} */ (this.resource).runInAsyncScope(this.take, this);
  }

  take() {
    exchange[0] = this.id;
    this.ask(native.take);
  }

  /**
   * Calls the core and carries out the operations that it hands over.
   * @param {() => void} core
   */
  ask(core) {
    try {
      core();
    } catch (error) {
      // A panic: the core has forgotten the batch and may give its number to another one.
      if (this.resource !== undefined) this.forget();
      this.id = FORGOTTEN;
      this.reject(error);
      return;
    }
    this.perform();
  }

  perform() {
    const count = exchange[0];
    if (this.resource !== undefined && exchange[2] === 1) this.forget();
    if (count === 1) this.begin(exchange[HEADER], exchange[HEADER + 1]);
    else if (count > 1) this.performAll(count);
  }

  /** The core has nothing for this batch any more. */
  forget() {
    batches[this.id] = undefined;
    if (this.onAbort !== ignore) this.signal?.removeEventListener?.("abort", this.onAbort);
  }

  /**
   * Begins several operations in one go. They are copied first: what they run may use the exchange.
   * @param {number} count
   */
  performAll(count) {
    // Number by number: `slice` costs as much as a step of a call.
    const handedOver = new Array(2 * count);
    for (let at = 0; at < handedOver.length; at++) handedOver[at] = exchange[HEADER + at];
    const more = exchange[1] === 1;
    for (let at = 0; at < handedOver.length; at += 2) this.begin(handedOver[at], handedOver[at + 1]);
    if (more) this.take();
  }

  /** @param {number} code @param {number} call */
  begin(code, call) {
    switch (code) {
      case protocol.START_AND_PREPARE:
        startAndPrepare(this, call);
        return;
      case protocol.EXECUTE_AND_END:
        executeAndEnd(this, call);
        return;
      case protocol.EXECUTE_TO_RESULT:
        executeToResult(this, call);
        return;
      case protocol.EXECUTE:
        execute(this, call);
        return;
      case protocol.FINALIZE_RETURNED:
        finalizeAndEnd(this, call, false);
        return;
      case protocol.FINALIZE_FAILED:
        finalizeAndEnd(this, call, true);
        return;
      case protocol.END:
        end(this, call);
        return;
      case protocol.JOIN_AND_RESULTS:
        joinAndResults(this, call);
        return;
      case protocol.RESULT:
        result(this, call);
        return;
      case protocol.TERMINATE:
        terminate(this, call);
        return;
      case protocol.REJECT_WHILE_RUNNING:
        this.rejectWhileRunning(call);
        return;
      case protocol.REJECT:
        this.reject(this.thrown[call]);
        return;
      case protocol.EXECUTE_AND_END_UNLESS_ABORTED:
        executeAndEndUnlessAborted(this, call);
        return;
      case protocol.EXECUTE_UNLESS_ABORTED:
        executeUnlessAborted(this, call);
        return;
      case protocol.TIME_OUT:
        giveUp(this, call, timedOut(this.prepared[call]), TIMEOUT);
        return;
      case protocol.GIVE_UP_ABORTED:
        giveUp(this, call, ABORTED, WAS_ABORTED);
        return;
      case protocol.PREPARE:
        prepare(this, call);
        return;
      case protocol.ONLY_FINALIZE_RETURNED:
        finalize(this, call, false);
        return;
      case protocol.ONLY_FINALIZE_FAILED:
        finalize(this, call, true);
        return;
      default:
        if (this.single) this.resolveSingle();
        else this.resolve({ messages: this.messages, terminate: code === protocol.RESOLVE_TERMINATE });
        return;
    }
  }

  /**
   * The emitter failed, or what the reference does not guard: the batch rejects with this very value.
   * @param {number} call @param {unknown} thrown @param {number} [executed] `EXECUTED` where the operation was an execute
   */
  breaks(call, thrown, executed = 0) {
    this.thrown[call] = thrown;
    this.complete(call, BROKEN | executed);
  }

  /** @param {any} toolCall @param {unknown} partialResult */
  emitUpdate(toolCall, partialResult) {
    const { emit, onUpdate } = this;
    if (onUpdate !== undefined) return onUpdate(partialResult);
    return emit({
      type: "tool_execution_update",
      toolCallId: toolCall.id,
      toolName: toolCall.name,
      args: toolCall.arguments,
      partialResult,
    });
  }

  /**
   * Reports, once a batch, that the emitter failed on an update of a call that has ended.
   * @param {unknown} reason
   */
  warnOfLateUpdate(reason) {
    if (this.warned) return;
    this.warned = true;
    process.emitWarning(
      `A tool sent an update after its call had ended, and the emitter failed on it: ${textOf(reason)}. ` +
        "Further failures of this kind in the same batch are not reported.",
      "PiToolcallsWarning",
    );
  }

  /** @param {number} call */
  async rejectWhileRunning(call) {
    await TURN;
    await TURN;
    this.reject(this.thrown[call]);
  }

  async resolveSingle() {
    const { toolCall, result, isError, durationMs } = this.finalized[0];
    settled(this, 0);
    await TURN;
    await TURN;
    this.resolve(durationMs === undefined ? { toolCall, result, isError } : { toolCall, result, isError, durationMs });
  }
}

/** @type {typeof Batch | undefined} loaded when it is wanted: most programs never look */
let WatchedBatch;

/** What a batch is one of. */
function kindOfBatch() {
  if (!wanted()) return Batch;
  WatchedBatch ??= require("./view/watched-batch.js").watched(Batch);
  return WatchedBatch;
}

/** @param {Prepared} prepared */
function timedOut({ toolCall, timeoutMs }) {
  return `Tool "${toolCall.name}" timed out after ${timeoutMs} ms`;
}

/**
 * @param {Rules} rules
 * @param {any} currentContext @param {any} assistantMessage @param {any} config
 * @param {AbortSignal | undefined} signal @param {(event: any) => unknown} emit
 */
async function executeBatch(rules, currentContext, assistantMessage, config, signal, emit) {
  const toolCalls = assistantMessage.content.filter((/** @type {any} */ c) => c.type === "toolCall");
  let { facts } = rules;
  const sequentialTool = toolCalls.some(
    (/** @type {any} */ tc) =>
      currentContext.tools?.find((/** @type {any} */ t) => t.name === tc.name)?.executionMode === "sequential",
  );
  if (sequentialTool) facts |= protocol.SEQUENTIAL_TOOL;
  if (config.toolExecution === "sequential") facts |= protocol.SEQUENTIAL_REQUESTED;
  countBatch();
  const Kind = kindOfBatch();
  return new Kind(rules, currentContext, assistantMessage, toolCalls, config, signal, emit).run(facts);
}

/**
 * One call for a tool that calls another one.
 * @param {Rules} rules @param {any} toolCall @param {any} options
 */
async function executeSingle(rules, toolCall, options) {
  const { assistantMessage, context, signal } = options;
  const Kind = kindOfBatch();
  const batch = new Kind(rules, context, assistantMessage, [toolCall], options, signal, ignore);
  batch.single = true;
  batch.tools = options.tools;
  return batch.run(rules.facts | protocol.SINGLE);
}

module.exports = { executeBatch, executeSingle, Batch };
