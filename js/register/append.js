"use strict";
// The one statement that is put at the end of pi's loop when it is loaded. It resolves nothing from the foreign module:
// whatever it needs is found under a global symbol, and where that is not there (another thread, another realm), pi's
// function stays.

const { mayHoldLoop, recognise } = require("./recognise.js");
const { refuse } = require("./report.js");

/** The key of the global symbol, and what tells a source that has the statement already. */
const KEY = "pi-toolcalls.register";

/**
 * @param {import("./recognise.js").Copy} copy
 */
function statementFor(copy) {
  const take = `globalThis[Symbol.for(${JSON.stringify(KEY)})]`;
  const own = 'executeToolCalls,runToolCall:typeof runToolCall==="function"?runToolCall:undefined';
  return (
    `\n;if(typeof executeToolCalls==="function"&&${take}){` +
    `const taken=${take}.takeOver(${JSON.stringify(copy)},{${own}});` +
    "executeToolCalls=taken.executeToolCalls;" +
    "if(taken.runToolCall)runToolCall=taken.runToolCall}\n"
  );
}

/** @param {unknown} source as a load hook gives it @returns {string | undefined} */
function textOf(source) {
  if (typeof source === "string") return source;
  if (ArrayBuffer.isView(source)) {
    return Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("utf8");
  }
  return source instanceof ArrayBuffer ? Buffer.from(source).toString("utf8") : undefined;
}

/**
 * Gives the source to load instead of `source`, or nothing where the module is to be loaded as it is. Warns once of a
 * loop of pi's that is left alone.
 * @param {string} url @param {unknown} source @param {boolean} required
 * @returns {string | undefined}
 * @throws {Error} for a loop of pi's that is left alone, where that is an error
 */
function appended(url, source, required) {
  if (!mayHoldLoop(url)) return undefined;
  const text = textOf(source);
  if (text === undefined || text.includes(KEY)) return undefined;
  const recognised = recognise(url, text);
  if (recognised === undefined) return undefined;
  if (recognised.code !== undefined) {
    refuse(recognised.code, recognised.reason, required);
    return undefined;
  }
  return text + statementFor(recognised.copy);
}

module.exports = { appended, KEY };
