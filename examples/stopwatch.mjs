// When each call of each batch went through its stages.

/** @typedef {import("@mariozechner/pi-agent-core").AgentEvent} AgentEvent */
/** @typedef {import("../cli/timeline/read.js").TimedCall} TimedCall */

export class Stopwatch {
  /** @type {TimedCall[][]} calls by batch */
  batches = [];
  /** @type {Map<string, TimedCall>} calls by id */
  #calls = new Map();
  #begin = performance.now();

  /** Milliseconds since this was made. */
  now() {
    return performance.now() - this.#begin;
  }

  /**
   * @param {AgentEvent} event
   * @param {string} label of the call, where it is one's
   */
  observe(event, label) {
    if (event.type === "turn_start") this.batches.push([]);
    if (event.type === "tool_execution_start") {
      /** @type {TimedCall} */
      const call = { label, started: this.now(), stages: [], ended: Number.NaN, failed: false };
      enter(call, "preparing", call.started);
      this.#calls.set(event.toolCallId, call);
      this.batches.at(-1)?.push(call);
    }
    if (event.type === "tool_execution_end") {
      const call = this.#callOf(event.toolCallId);
      call.ended = this.now();
      leave(call, call.ended);
      call.failed = event.isError;
    }
  }

  /** @param {string} id */
  prepared(id) {
    enter(this.#callOf(id), "queued", this.now());
  }

  /**
   * The tool, telling when it begins.
   * @template {{ execute: (id: string, ...rest: any[]) => any }} T
   * @param {T} tool @returns {T}
   */
  timed(tool) {
    const execute = (/** @type {string} */ id, /** @type {any[]} */ ...rest) => {
      enter(this.#callOf(id), "executing", this.now());
      return tool.execute(id, ...rest);
    };
    return { ...tool, execute };
  }

  /** @param {string} id */
  #callOf(id) {
    const call = this.#calls.get(id);
    if (!call) throw new Error(`There was no start event for call ${id}`);
    return call;
  }
}

/** @param {TimedCall} call @param {string} name @param {number} at */
function enter(call, name, at) {
  leave(call, at);
  call.stages.push({ name, from: at, until: at });
}

/** @param {TimedCall} call @param {number} at */
function leave(call, at) {
  const stage = call.stages.at(-1);
  if (stage) stage.until = at;
}
