"use strict";
// Load hooks that run in a thread of their own, for runtimes without the synchronous ones. They see what `import` loads;
// what `require()` of an ES module loads passes them by.

const module_ = require("node:module");
const { pathToFileURL } = require("node:url");
const { isModuleNamespaceObject } = require("node:util/types");
const { loadedScripts, ownLoopsAmong } = require("./loaded.js");
const { refuse } = require("./report.js");

/** Whether this runtime has them. */
function available() {
  return typeof module_.register === "function";
}

/** @param {boolean} required */
function install(required) {
  module_.register("./threaded-hooks.mjs", pathToFileURL(__filename), { data: { required } });
  const extensions = /** @type {any} */ (module_)._extensions;
  for (const extension of [".js", ".mjs"]) {
    if (extensions[extension]) extensions[extension] = watched(extensions[extension], required);
  }
}

/**
 * A way to load a module for `require()` that says so when an ES module brought pi's loop with it.
 * @param {(loading: { exports: unknown }, path: string) => void} load @param {boolean} required
 */
function watched(load, required) {
  return function (/** @type {{ exports: unknown }} */ loading, /** @type {string} */ path) {
    // @ts-expect-error The receiver is whatever the caller's is.
    Reflect.apply(load, this, [loading, path]);
    if (isModuleNamespaceObject(loading.exports)) reportPassedBy(required);
  };
}

/** @param {boolean} required */
function reportPassedBy(required) {
  for (const { name, version } of ownLoopsAmong(loadedScripts())) {
    refuse(
      "PI_TOOLCALLS_NO_HOOKS",
      `${name} ${version} was loaded by require(), which Node.js ${process.versions.node} has no hooks for: it stays on ` +
        "pi's own loop. Load it with import, or use Node.js 22.15 or newer",
      required,
    );
  }
}

module.exports = { available, install };
