"use strict";
// The environment variable `PI_TOOLCALLS`.

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

module.exports = { settingOf };
