"use strict";
// How a call came out, in one word.

/** In the order of `NAMES`. */
const OK = 0;
const ERROR = 1;
const BLOCKED = 2;
const ABORTED = 3;
const TIMEOUT = 4;
const INVALID = 5;
const UNKNOWN = 6;

/** @typedef {import("../../index.js", { with: { "resolution-mode": "import" } }).ToolCallStatus} StatusName */

/** @type {readonly StatusName[]} */
const NAMES = ["ok", "error", "blocked", "aborted", "timeout", "invalid", "unknown"];

module.exports = { OK, ERROR, BLOCKED, ABORTED, TIMEOUT, INVALID, UNKNOWN, NAMES };
