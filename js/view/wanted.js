"use strict";
// Whether anybody wants to see what happens. What is needed to show it is loaded only then.

const { haveSubscribers } = require("./channels.js");

/** @type {import("./trace.js").TraceFile | undefined} what this thread is traced to, if it is */
const trace = process.env.PI_TOOLCALLS_TRACE
  ? require("./trace.js").traceTo(process.env.PI_TOOLCALLS_TRACE)
  : undefined;

/** It is asked once a batch. */
function wanted() {
  return trace !== undefined || haveSubscribers();
}

module.exports = { trace, wanted };
