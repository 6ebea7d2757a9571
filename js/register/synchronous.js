"use strict";
// Load hooks that run in the thread that loads, for `import` and `require` alike (Node.js 22.15, 23.5 and newer).

const module_ = require("node:module");
const { appended } = require("./append.js");

/** @typedef {{ source?: unknown, format?: string | null, shortCircuit?: boolean }} Loaded */

/** Whether this runtime has them. */
function available() {
  return typeof (/** @type {any} */ (module_).registerHooks) === "function";
}

/** @param {boolean} required */
function install(required) {
  /** @type {any} */ (module_).registerHooks({
    /** @param {string} url @param {object} context @param {(url: string, context: object) => Loaded} nextLoad */
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const source = appended(url, loaded.source, required);
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
}

module.exports = { available, install };
