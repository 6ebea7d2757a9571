"use strict";
// Watches a batch for those who asked: when each call enters which stage, and how it comes out.

const { AsyncResource } = require("node:async_hooks");
const { channels } = require("./channels.js");
const { textOf } = require("../stages/error-result.js");
const { now } = require("./clock.js");
const { ERROR, NAMES, OK } = require("./status.js");
const { trace } = require("./wanted.js");

/**
 * @typedef {typeof import("../../index.js", { with: { "resolution-mode": "import" } })} Api
 * @typedef {import("../../index.js", { with: { "resolution-mode": "import" } }).ToolCallTrace} ToolCallTrace
 * @typedef {import("../../index.js", { with: { "resolution-mode": "import" } }).ToolBatchTrace} ToolBatchTrace
 * @typedef {Watch} Watcher
 * @typedef {"queued" | "preparing" | "validating" | "hooks" | "executing"} Stage
 *
 * @typedef {object} Watched a call that has started
 * @property {ToolCallTrace} message
 * @property {Stage | undefined} stage
 * @property {number} started
 * @property {number} since when the stage was entered
 * @property {number} lane in the trace
 * @property {boolean} open
 * @property {AsyncResource | undefined} scope what the channel's stores were when it started
 */

/** Numbers batches in the trace. */
let traced = 0;

class Watch {
  /** @param {"parallel" | "sequential"} mode @param {any[]} toolCalls @param {boolean} single one call, no batch */
  constructor(mode, toolCalls, single) {
    this.toolCalls = toolCalls;
    this.single = single;
    this.begun = now();
    /** @type {Watched[]} by call */
    this.calls = [];
    /** @type {ToolBatchTrace} */
    this.message = {
      mode,
      calls: toolCalls.length,
      statuses: [],
      milliseconds: 0,
    };
    /** @type {AsyncResource | undefined} */
    this.scope = undefined;
    this.over = false;
    this.number = 0;
    this.lane = 0;
    /** Calls that have started and not ended. */
    this.underWay = 0;
    if (trace !== undefined && !single) {
      this.number = ++traced;
      this.lane = trace.laneOf(trace.batches);
      const { calls } = this.message;
      const title = `batch of ${calls} call${calls === 1 ? "" : "s"}`;
      trace.begin(this.lane, "batch", title, this.begun, { batch: this.number, mode, calls });
    }
  }

  /**
   * Runs what begins the batch.
   * @template T @param {() => T} begin @returns {T}
   */
  around(begin) {
    const { message, single } = this;
    const run = () => {
      this.scope = new AsyncResource("pi-toolcalls");
      return begin();
    };
    if (single) return run();
    const { start, end } = channels().batch;
    const result = start.runStores(message, run);
    end.publish(message);
    return result;
  }

  /**
   * Runs what starts a call.
   * @param {number} call @param {() => void} start
   */
  starting(call, start) {
    const started = now();
    const { id, name } = namesOf(this.toolCalls[call]);
    const { mode } = this.message;
    /** @type {ToolCallTrace} */
    const message = {
      toolCallId: id,
      toolName: name,
      mode,
      index: call,
      batch: this.single ? undefined : this.message,
      status: undefined,
      milliseconds: { queued: started - this.begun, preparing: 0, validating: 0, hooks: 0, executing: 0, total: 0 },
    };
    /** @type {Watched} */
    const watched = { message, stage: undefined, started, since: started, lane: 0, open: true, scope: undefined };
    this.calls[call] = watched;
    this.underWay++;
    if (trace !== undefined) {
      watched.lane = trace.laneOf(trace.calls);
      const args = {
        batch: this.single ? undefined : this.number,
        call,
        id: typeof id === "string" ? id : undefined,
        mode,
      };
      trace.begin(watched.lane, "tool", typeof name === "string" ? name : "?", started, args);
    }
    const channel = channels().tool;
    this.within(undefined, () => {
      channel.start.runStores(message, () => {
        watched.scope = new AsyncResource("pi-toolcalls");
        start();
      });
    });
    channel.end.publish(message);
  }

  /**
   * Runs a step in the asynchronous context of its call, or of the batch, and not of the step that came before.
   * @param {number | undefined} call @param {() => void} step
   */
  within(call, step) {
    const scope = call === undefined ? this.scope : this.calls[call]?.scope;
    if (scope === undefined) step();
    else scope.runInAsyncScope(step);
  }

  /**
   * A call enters a stage, or is between two.
   * @param {number} call @param {Stage | undefined} stage
   */
  enter(call, stage) {
    this.enterAt(call, stage, now());
  }

  /** @param {number} call @param {Stage | undefined} stage @param {number} at */
  enterAt(call, stage, at) {
    const watched = this.calls[call];
    if (watched === undefined || !watched.open) return;
    if (watched.stage !== undefined) {
      watched.message.milliseconds[watched.stage] += at - watched.since;
      trace?.end(watched.lane, at);
    }
    watched.stage = stage;
    watched.since = at;
    if (stage !== undefined) trace?.begin(watched.lane, "stage", stage, at);
  }

  /**
   * Something was thrown, which is why a call fails, where it does in the end. The first reason is the one.
   * @param {number} call @param {unknown} thrown
   */
  threw(call, thrown) {
    const message = this.calls[call]?.message;
    if (message !== undefined && !("error" in message)) message.error = thrown;
  }

  /**
   * The same where nothing was thrown.
   * @param {number} call @param {unknown} text a hook's may be none
   */
  refused(call, text) {
    this.threw(call, new Error(typeof text === "string" ? text : "The call was refused"));
  }

  /**
   * It is known how a call comes out.
   * @param {number} call @param {number} status of `status.js`
   */
  ended(call, status) {
    const watched = this.calls[call];
    if (watched === undefined || !watched.open) return;
    const at = now();
    this.enterAt(call, undefined, at);
    watched.open = false;
    const { message } = watched;
    message.status = NAMES[status];
    message.milliseconds.total = at - watched.started;
    this.message.statuses[call] = message.status;
    trace?.end(watched.lane, at, { status: message.status });
    this.underWay--;
    this.giveLanesBack();
    if (status === OK) delete message.error;
    else this.refused(call, `The result of tool "${textOf(message.toolName)}" says that it is an error`);
    this.within(call, () => tell(channels().tool, message, status !== OK));
  }

  /**
   * A step of a call failed in a way that ends the batch, before the call had ended.
   * @param {number} call @param {unknown} thrown
   */
  broke(call, thrown) {
    if (!this.calls[call]?.open) return;
    this.threw(call, thrown);
    this.ended(call, ERROR);
  }

  /**
   * The batch rejects.
   * @param {unknown} reason @param {boolean} callsRunOn
   */
  rejected(reason, callsRunOn) {
    if (!callsRunOn) for (const { open, message } of this.calls) if (open) this.broke(message.index, reason);
    if (!this.over) this.message.error = reason;
    this.settled();
  }

  /** The batch is fulfilled or rejects. */
  settled() {
    if (this.over) return;
    this.over = true;
    if (this.single) return;
    const at = now();
    const { message } = this;
    message.milliseconds = at - this.begun;
    trace?.end(this.lane, at, { statuses: message.statuses });
    this.giveLanesBack();
    this.within(undefined, () => tell(channels().batch, message, "error" in message));
  }

  /** No two calls of a batch share a lane, and what comes after it begins at the top again. */
  giveLanesBack() {
    if (trace === undefined || this.underWay > 0 || !(this.over || this.single)) return;
    if (!this.single) trace.batches.giveBack(this.lane);
    for (const { lane } of this.calls) trace.calls.giveBack(lane);
  }
}

/**
 * That something asynchronous is over.
 * @param {ReturnType<typeof channels>["tool"]} to @param {object} message @param {boolean} failed
 */
function tell({ error, asyncStart, asyncEnd }, message, failed) {
  if (failed) error.publish(message);
  asyncStart.publish(message);
  asyncEnd.publish(message);
}

/**
 * @param {any} toolCall
 * @returns {{ id: any, name: any }}
 */
function namesOf(toolCall) {
  try {
    return { id: toolCall.id, name: toolCall.name };
  } catch {
    return { id: undefined, name: undefined };
  }
}

module.exports = { Watch };
