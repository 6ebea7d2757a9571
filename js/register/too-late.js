"use strict";
// Finds the loops of pi's that were loaded before the hooks were there. An ES module is loaded together with everything it
// imports before any of it runs, so `import "pi-toolcalls/register"` cannot come before an import beside it; and nobody
// would notice, as pi's own loop does the same.

const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");
const { registry } = require("./takeover.js");
const { refuse } = require("./report.js");
const { mayHoldLoop, recognise } = require("./recognise.js");

/** Whether the command line loads this package before the program: nothing of pi's can be there then. */
function preloaded() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");
  return /(?:--import|--require|-r|--preload)[ =]\S*pi-toolcalls/.test(options);
}

/**
 * The addresses of all scripts that this thread has loaded, linked ES modules among them. The debugger's interface is the
 * only one that tells.
 * @returns {string[]}
 */
function loadedScripts() {
  /** @type {string[]} */
  const urls = [];
  try {
    const { Session } = require("node:inspector");
    const session = new Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params }) => urls.push(params.url));
    session.post("Debugger.enable");
    session.disconnect();
  } catch {
    // A runtime without that interface. What it loaded before stays unknown.
  }
  return urls;
}

/** @param {string} url of a module that is loaded @param {boolean} required */
function reportLoop(url, required) {
  if (!mayHoldLoop(url) || registry()?.copies.some((copy) => copy.url === url)) return;
  const recognised = recognise(url, readFileSync(new URL(url), "utf8"));
  if (recognised === undefined || recognised.code !== undefined) return;
  const { name, version } = recognised.copy;
  const command = "Bun" in globalThis ? "bun --preload" : "node --import";
  refuse(
    "PI_TOOLCALLS_TOO_LATE",
    `${name} ${version} was loaded before pi-toolcalls/register and stays on pi's own loop. An import beside another one ` +
      `does not run before it: start with \`${command} pi-toolcalls/register\`, or load the rest of the program with ` +
      "`await import()`",
    required,
  );
}

/** @param {boolean} required */
function reportLoadedBefore(required) {
  if ("Bun" in globalThis) {
    // Bun tells of a module when it has run: those that were loaded with this one run right after it.
    setImmediate(() => {
      for (const path of Object.keys(require.cache)) reportLoop(pathToFileURL(path).href, required);
    });
  } else if (!preloaded()) {
    for (const url of loadedScripts()) reportLoop(url, required);
  }
}

module.exports = { reportLoadedBefore };
