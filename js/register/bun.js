"use strict";
// Bun's own mechanism: a plugin that gives the contents of the modules it matches.

const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");
const { appended } = require("./append.js");

/** The same places as in `recognise.js`, as Bun asks for them: a path, with the separator of the platform. */
const PLACE = /[\\/]dist[\\/](?:agent-loop|bundle[\\/]chunks[\\/][^\\/]+)\.js$/;

/** Whether this runtime is Bun. */
function available() {
  return "Bun" in globalThis;
}

/** @param {boolean} required */
function install(required) {
  /** @type {any} */ (globalThis).Bun.plugin({
    name: "pi-toolcalls",
    setup(/** @type {any} */ build) {
      build.onLoad({ filter: PLACE }, (/** @type {{ path: string }} */ { path }) => {
        const contents = readFileSync(path, "utf8");
        return { contents: appended(pathToFileURL(path).href, contents, required) ?? contents, loader: "js" };
      });
    },
  });
}

module.exports = { available, install };
