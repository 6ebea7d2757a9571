"use strict";
// A batch that is watched: the same one, with each step told to its watch and run in its own call's asynchronous context.

const { native, exchange } = require("../native.js");
const protocol = require("../protocol.js");
const { Watch } = require("./watch.js");

/** How a batch with these facts is scheduled, which the core decides. @param {number} facts */
function modeOf(facts) {
  exchange[0] = facts;
  native.mode();
  return exchange[0] === 1 ? "sequential" : "parallel";
}

/** @param {typeof import("../host.js").Batch} Batch */
function watched(Batch) {
  return class WatchedBatch extends Batch {
    /** @returns {import("./watch.js").Watcher} */
    get watcher() {
      return /** @type {any} */ (this.watch);
    }

    /** @override @param {number} facts */
    run(facts) {
      this.watch = new Watch(modeOf(facts), this.toolCalls, this.single);
      return this.watch.around(() => {
        const result = super.run(facts);
        // The core did not even begin.
        if (this.id < 0 && !this.watcher.over) result.catch((reason) => this.watcher.rejected(reason, false));
        return result;
      });
    }

    /** @override @param {() => void} core */
    ask(core) {
      super.ask(() => {
        try {
          core();
        } catch (error) {
          this.watcher.rejected(error, false);
          throw error;
        }
      });
    }

    /** @override @param {number} code @param {number} call */
    begin(code, call) {
      const { watcher } = this;
      const step = () => super.begin(code, call);
      switch (code) {
        case protocol.START_AND_PREPARE:
        case protocol.PREPARE:
          watcher.starting(call, step);
          return;
        case protocol.RESULT:
        case protocol.JOIN_AND_RESULTS:
        case protocol.TERMINATE:
          watcher.within(undefined, step);
          return;
        case protocol.REJECT:
        case protocol.REJECT_WHILE_RUNNING:
          watcher.rejected(this.thrown[call], code === protocol.REJECT_WHILE_RUNNING);
          watcher.within(undefined, step);
          return;
        case protocol.RESOLVE:
        case protocol.RESOLVE_TERMINATE:
          watcher.settled();
          watcher.within(undefined, step);
          return;
        default:
          watcher.within(call, step);
          return;
      }
    }

    /** @override @param {number} call @param {unknown} thrown @param {number} [executed] */
    breaks(call, thrown, executed) {
      this.watcher.broke(call, thrown);
      super.breaks(call, thrown, executed);
    }
  };
}

module.exports = { watched };
