"use strict";
// The numbers that both sides use. `src/bridge/` has the same ones.

module.exports = Object.freeze({
  // Operations: what the core asks for.
  START_AND_PREPARE: 0,
  EXECUTE: 1,
  FINALIZE_RETURNED: 2,
  FINALIZE_FAILED: 3,
  END: 4,
  JOIN_AND_RESULTS: 5,
  RESULT: 6,
  TERMINATE: 7,
  REJECT_WHILE_RUNNING: 8,
  REJECT: 9,
  RESOLVE: 10,
  RESOLVE_TERMINATE: 11,
  EXECUTE_UNLESS_ABORTED: 12,
  TIME_OUT: 13,
  GIVE_UP_ABORTED: 14,
  PREPARE: 15,
  ONLY_FINALIZE_RETURNED: 16,
  ONLY_FINALIZE_FAILED: 17,
  EXECUTE_AND_END: 18,
  EXECUTE_AND_END_UNLESS_ABORTED: 19,
  EXECUTE_TO_RESULT: 20,

  // Completions: how an operation ended.
  BROKEN: 0,
  YES: 1,
  NO: 2,
  NOT_BEGUN: 3,
  // Beside it, as bits: the operation was an execute; the signal has aborted; the tool asks to be run sequentially; the
  // tool's time is limited.
  EXECUTED: 4,
  ABORTED: 8,
  SEQUENTIAL: 16,
  LIMITED: 32,

  // Facts about a batch, as bits.
  SEQUENTIAL_REQUESTED: 1,
  SEQUENTIAL_TOOL: 2,
  QUEUED: 4,
  BARRIER: 8,
  TIMEOUTS: 16,
  GRACE: 32,
  SINGLE: 64,

  // Judgements: how arguments were judged.
  ACCEPTED: 0,
  CHANGED: 1,
  REFUSED: 2,
  TEXT_WANTED: 3,
  PATTERN: 4,
  ELSEWHERE: 5,
  MENDED: 6,

  // What is wanted of a validation: a verdict; conversion and no more; a verdict that may be found on another thread.
  VERDICT: 0,
  CONVERSION_ONLY: 1,
  VERDICT_ELSEWHERE: 2,

  // Rules of validation that are followed on this side; `src/validate/rules.rs` has all of them.
  ARGUMENTS_ERROR_REFUSES: 4,
  // A rule of the runtime itself.
  FRAGMENTS_OPEN_ANY_BASE: 1 << 25,
  // The other dialect; `src/validate/dialect.rs` has its releases.
  PI_SCHEMA: 1 << 30,

  // Questions about a schema's functions and regular expression objects, and about the arguments' foreign objects.
  CHECK: 0,
  ERROR: 1,
  TEST: 2,
  SHOW: 3,
  ASSIGN: 4,
  COPY: 5,
  TAKE_OVER: 6,
});
