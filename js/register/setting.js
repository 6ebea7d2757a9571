"use strict";
// The environment variables `PI_TOOLCALLS` and `PI_TOOLCALLS_OPTIONS`.

const { readOptions } = require("../options.js");

/**
 * @typedef {object} Setting
 * @property {boolean} off pi's loops stay as they are
 * @property {boolean} required whatever keeps a loop of pi's in place is an error
 * @property {string | undefined} unknown a value that means nothing
 */

/**
 * @param {string | undefined} value of `PI_TOOLCALLS`
 * @returns {Setting}
 */
function settingOf(value) {
  switch (value) {
    case undefined:
    case "":
    case "on":
      return { off: false, required: false, unknown: undefined };
    case "off":
      return { off: true, required: false, unknown: undefined };
    case "require":
      return { off: false, required: true, unknown: undefined };
    default:
      return { off: false, required: false, unknown: value };
  }
}

/**
 * @param {string | undefined} text of `PI_TOOLCALLS_OPTIONS`: options of `createToolExecutor` as JSON
 * @returns {{ options: import("../options.js").Options, wrong: string | undefined }} why it does not hold, if it does not
 */
function optionsOf(text) {
  const none = readOptions({});
  if (text === undefined || text === "") return { options: none, wrong: undefined };
  try {
    const given = JSON.parse(text);
    const options = readOptions(given, "PI_TOOLCALLS_OPTIONS");
    if (options.compat === undefined) return { options, wrong: undefined };
    return { options: none, wrong: "PI_TOOLCALLS_OPTIONS: compat is for each copy of pi its own version" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      options: none,
      wrong: error instanceof SyntaxError ? `PI_TOOLCALLS_OPTIONS is no JSON: ${reason}` : reason,
    };
  }
}

module.exports = { settingOf, optionsOf };
