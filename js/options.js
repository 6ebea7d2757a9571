"use strict";
// The options of `createToolExecutor`, checked before anything is made of them.

const DISPATCHES = ["inline", "queued"];
const KNOWN = ["dispatch"];

/**
 * A value as a person would write it, short.
 * @param {unknown} value
 */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "function" ? "a function" : String(value);
}

/**
 * @param {unknown} options what the user passed
 * @returns {{ dispatch: "inline" | "queued" }}
 * @throws {TypeError} for an option that does not exist, or a value that it cannot have
 */
function readOptions(options = {}) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`createToolExecutor: options must be an object, got ${shown(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name)) {
      throw new TypeError(`createToolExecutor: unknown option ${shown(name)}; the options are: ${KNOWN.join(", ")}`);
    }
  }
  const { dispatch = "inline" } = /** @type {{ dispatch?: unknown }} */ (options);
  if (dispatch !== "inline" && dispatch !== "queued") {
    const values = DISPATCHES.map(shown).join(" or ");
    throw new TypeError(`createToolExecutor: dispatch must be ${values}, got ${shown(dispatch)}`);
  }
  return { dispatch };
}

module.exports = { readOptions };
