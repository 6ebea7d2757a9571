"use strict";
// Tells of pi's loops that were loaded before the hooks were there. An ES module is loaded together with everything it
// imports before any of it runs, so `import "pi-toolcalls/register"` cannot come before an import beside it; and nobody
// would notice, as pi's own loop does the same.

const { loadedScripts, evaluatedInBun, ownLoopsAmong } = require("./loaded.js");
const { refuse } = require("./report.js");

/** Whether the command line loads this package before the program: nothing of pi's can be there then. */
function preloaded() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");
  return /(?:--import|--require|-r|--preload)[ =]\S*pi-toolcalls/.test(options);
}

/** @param {import("./loaded.js").Script[]} scripts @param {string} command @param {boolean} required */
function report(scripts, command, required) {
  for (const { name, version } of ownLoopsAmong(scripts)) {
    refuse(
      "PI_TOOLCALLS_TOO_LATE",
      `${name} ${version} was loaded before pi-toolcalls/register and stays on pi's own loop. An import beside another ` +
        `one does not run before it: start with \`${command} pi-toolcalls/register\`, or load the rest of the program ` +
        "with `await import()`",
      required,
    );
  }
}

/** @param {boolean} required */
function reportLoadedBefore(required) {
  if ("Bun" in globalThis) {
    // Bun tells of a module when it has run: those that were loaded together with this one run right after it.
    setImmediate(() => report(evaluatedInBun(), "bun --preload", required));
  } else if (!preloaded()) {
    report(loadedScripts(), "node --import", required);
  }
}

module.exports = { reportLoadedBefore };
