"use strict";
// Says what `pi-toolcalls/register` did not do, and why: a process warning, or an error where the user asked for one.

const { debuglog } = require("node:util");

/** `NODE_DEBUG=pi-toolcalls` shows each copy of pi's loop that is taken over. */
const debug = debuglog("pi-toolcalls");

/**
 * What a warning or an error of this module has as its `code`.
 * @typedef {"PI_TOOLCALLS_SETTING" | "PI_TOOLCALLS_NOT_LOADED" | "PI_TOOLCALLS_NO_HOOKS" | "PI_TOOLCALLS_TOO_LATE"
 *   | "PI_TOOLCALLS_UNKNOWN_VERSION" | "PI_TOOLCALLS_UNRECOGNISED"} Code
 */

/** @type {Set<string>} what has been said already: a module may be loaded more than once */
const said = new Set();

/**
 * pi's own loop stays for the reason given. Says so once.
 * @param {Code} code @param {string} reason @param {boolean} required whether `PI_TOOLCALLS=require` is set
 * @param {unknown} [cause]
 * @throws {Error} where it is required that the addon runs the batches
 */
function refuse(code, reason, required, cause) {
  const text = `pi-toolcalls: ${reason}`;
  if (required) throw Object.assign(new Error(text, cause === undefined ? undefined : { cause }), { code });
  if (said.has(text)) return;
  said.add(text);
  process.emitWarning(text, { type: "PiToolcallsWarning", code });
}

module.exports = { refuse, debug };
