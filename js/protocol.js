"use strict";
// The numbers that both sides use. `src/bridge/channel.rs` and `src/bridge/entry.rs` have the same ones.

module.exports = Object.freeze({
  // Operations: what the core asks for.
  START_AND_PREPARE: 0,
  EXECUTE: 1,
  FINALIZE_RETURNED: 2,
  FINALIZE_FAILED: 3,
  END: 4,
  RESULT: 5,
  TERMINATES: 6,
  REJECT: 7,
  RESOLVE: 8,
  RESOLVE_TERMINATE: 9,

  // Completions: how an operation ended.
  BROKEN: 0,
  YES: 1,
  NO: 2,

  // Facts about a batch, as bits.
  SEQUENTIAL_REQUESTED: 1,
  SEQUENTIAL_TOOL: 2,
  QUEUED: 4,
});
