"use strict";
// The tags of the format that `src/validate/wire.rs` describes.

module.exports = Object.freeze({
  UNDEFINED: 0,
  NULL: 1,
  FALSE: 2,
  TRUE: 3,
  INT32: 4,
  DOUBLE: 5,
  SHORT_TEXT: 6,
  TEXT: 7,
  LEFT_OUT_TEXT: 8,
  BIGINT: 9,
  ARRAY: 10,
  OBJECT: 11,
  SEEN: 12,
  FOREIGN_OBJECT: 13,
  IRREGULAR_ARRAY: 14,
  FUNCTION: 15,
  SCHEMA_OBJECT: 16,
  INHERITED: 17,
  ROOT_MARK: 18,
  DESCRIBED_OBJECT: 19,

  /** Containers nested deeper than this are refused. Equals the limit on the Rust side. */
  DEEPEST: 10_000,
});
