"use strict";
// The package's functions, or why there are none: one copy and one state for `require` and `import`.
//
// It must not throw. When a CommonJS module throws while it is being imported, Node 20 reports an uncaught exception
// besides rejecting the import, and a program that catches the one dies of the other.

/** @typedef {typeof import("./executor.js")} Api */

/** @returns {{ failure: unknown, api: Api }} */
function load() {
  try {
    return { failure: undefined, api: require("./executor.js") };
  } catch (failure) {
    return { failure, api: /** @type {Api} */ ({}) };
  }
}

module.exports = load();
