"use strict";
// Load hooks that run in a thread of their own, for runtimes without the synchronous ones. They see what `import` loads;
// an ES module that `require()` loads passes them by.

const module_ = require("node:module");
const { pathToFileURL } = require("node:url");
const { refuse } = require("./report.js");

/** An ES module of pi-agent-core. */
const LIBRARY = /[\\/]pi-agent-core[\\/]dist[\\/]\w+\.js$/;

/** Whether this runtime has them. */
function available() {
  return typeof module_.register === "function";
}

/** @param {boolean} required */
function install(required) {
  module_.register("./threaded-hooks.mjs", pathToFileURL(__filename), { data: { required } });
  watchRequire(required);
}

/**
 * Says so when `require()` loads pi-agent-core.
 * @param {boolean} required
 */
function watchRequire(required) {
  const { _extensions: extensions } = /** @type {any} */ (module_);
  const load = extensions[".js"];
  extensions[".js"] = function (/** @type {unknown} */ loading, /** @type {string} */ path) {
    if (LIBRARY.test(path)) {
      refuse(
        "PI_TOOLCALLS_NO_HOOKS",
        `${path} is loaded by require(), which Node.js ${process.versions.node} has no hooks for: it stays on pi's own ` +
          "loop. Load it with import, or use Node.js 22.15 or newer",
        required,
      );
    }
    return Reflect.apply(load, this, [loading, path]);
  };
}

module.exports = { available, install };
