"use strict";
// What no pi has, and what holds only where the user asked for it: time limits, a cap, and calls that are refused. When a
// time has passed and whose turn it is, the core says (`src/batch/`).

const { closest } = require("./load.js");
const { LONGEST_MS } = require("./options.js");
const { BARRIER, TIMEOUTS, GRACE } = require("./protocol.js");

/**
 * @typedef {import("./host.js").ToolCallBatch} Batch
 * @typedef {import("./options.js").Options} Options
 * @typedef {CallSignal} SignalOfCall
 * @typedef {Limits} CallLimits
 */

/** Stop reasons of a message that is complete. */
const COMPLETE = new Set(["stop", "toolUse"]);

/** A signal of a call's own, that aborts with the batch's. */
class CallSignal {
  /** @param {AbortSignal | undefined} batchSignal */
  constructor(batchSignal) {
    this.controller = new AbortController();
    this.batchSignal = batchSignal;
    this.onAbort = () => this.controller.abort(batchSignal?.reason);
    if (batchSignal?.aborted) this.onAbort();
    else batchSignal?.addEventListener?.("abort", this.onAbort, { once: true });
  }

  get signal() {
    return this.controller.signal;
  }

  /** @param {string} text why */
  abort(text) {
    this.release();
    this.controller.abort(new DOMException(text, "TimeoutError"));
  }

  /** Listens to the batch's signal no longer. */
  release() {
    this.batchSignal?.removeEventListener?.("abort", this.onAbort);
  }
}

/**
 * A time limit, or nothing where there is none.
 * @param {unknown} value @param {string} whose
 * @returns {number | undefined} milliseconds
 * @throws {TypeError} for what is no time
 */
function milliseconds(value, whose) {
  if (value === undefined || value === null || value === Number.POSITIVE_INFINITY) return undefined;
  if (typeof value !== "number" || !(value > 0 && value <= LONGEST_MS)) {
    throw new TypeError(
      `${whose} must be a number of milliseconds above 0 and below 2,147,483,648, got ${String(value)}`,
    );
  }
  return value;
}

class Limits {
  /** @param {Options} options */
  constructor(options) {
    this.timeoutMs = options.timeoutMs;
    this.abortGraceMs = options.abortGraceMs;
    this.maxConcurrency = options.maxConcurrency;
    this.refusesDuplicates = options.duplicateIds === "refuse";
    this.suggestsNames = options.suggestNames;
    this.refusesTruncated = options.refuseTruncated;
    /** Bits of `protocol.js`. */
    this.facts =
      (options.sequentialTools === "barrier" ? BARRIER : 0) |
      (options.timeoutMs === undefined ? 0 : TIMEOUTS) |
      (options.abortGraceMs === undefined ? 0 : GRACE);
    /** Whether there is any. */
    this.asked =
      this.facts !== 0 ||
      this.maxConcurrency !== undefined ||
      this.refusesDuplicates ||
      this.suggestsNames ||
      this.refusesTruncated;
  }

  /**
   * Why a call is not run at all, if it is not.
   * @param {Batch} batch @param {number} call
   * @returns {string | undefined}
   */
  refusalOf(batch, call) {
    const toolCall = batch.toolCalls[call];
    const stopReason = batch.assistantMessage?.stopReason;
    if (this.refusesTruncated && stopReason !== undefined && !COMPLETE.has(stopReason)) {
      return `Tool call "${toolCall.name}" was not executed: the response hit the output token limit, so its arguments may be truncated. Re-issue the tool call with complete arguments.`;
    }
    if (this.refusesDuplicates) {
      if (batch.seenIds.has(toolCall.id)) {
        return `Tool call "${toolCall.name}" was not executed: its id "${toolCall.id}" belongs to an earlier call of the same message`;
      }
      batch.seenIds.add(toolCall.id);
    }
    return undefined;
  }

  /**
   * What to say of a tool that does not exist, beyond what pi says.
   * @param {Batch} batch @param {any} toolCall
   * @returns {string | undefined}
   */
  notFound(batch, toolCall) {
    if (!this.suggestsNames) return undefined;
    const tools = batch.tools ?? batch.currentContext.tools ?? [];
    const names = tools
      .map((/** @type {any} */ tool) => tool.name)
      .filter((/** @type {any} */ name) => typeof name === "string");
    const suggested = closest(String(toolCall.name), names).map((name) => `"${name}"`);
    if (suggested.length === 0) return undefined;
    return `Tool ${toolCall.name} not found. Did you mean ${suggested.join(" or ")}?`;
  }

  /**
   * How long a tool may take for a call.
   * @param {any} tool @param {any} toolCall
   * @returns {number | undefined} milliseconds
   */
  timeoutFor(tool, toolCall) {
    if (this.timeoutMs === undefined) return undefined;
    if (tool.timeoutMs !== undefined) return milliseconds(tool.timeoutMs, `timeoutMs of tool "${tool.name}"`);
    if (typeof this.timeoutMs === "number") return milliseconds(this.timeoutMs, "timeoutMs");
    return milliseconds(this.timeoutMs(tool, toolCall), `What timeoutMs gives for tool "${tool.name}"`);
  }

  /**
   * The signal for a call whose time is limited.
   * @param {AbortSignal | undefined} batchSignal
   */
  signalFor(batchSignal) {
    return new CallSignal(batchSignal);
  }
}

module.exports = { Limits };
