"use strict";
// Finds the loops of pi's that this thread has loaded as they are, past the hooks or before them.

const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");
const { registry } = require("./takeover.js");
const { mayHoldLoop, recognise } = require("./recognise.js");

/** @typedef {{ url: string, length?: number }} Script its length in UTF-16 units, where the runtime tells it */

/**
 * The scripts that this thread has loaded, ES modules that have not run yet among them. The debugger's interface is the
 * only one that tells; it takes some milliseconds.
 * @returns {Script[]}
 */
function loadedScripts() {
  /** @type {Script[]} */
  const scripts = [];
  try {
    const { Session } = require("node:inspector");
    const session = new Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params }) => scripts.push(params));
    session.post("Debugger.enable");
    session.disconnect();
  } catch {
    // A runtime without that interface. What it has loaded stays unknown.
  }
  return scripts;
}

/** The modules that have run in this thread, as Bun tells it. @returns {Script[]} */
function evaluatedInBun() {
  return Object.keys(require.cache).map((path) => ({ url: pathToFileURL(path).href }));
}

/**
 * @param {Script[]} scripts
 * @returns {import("./recognise.js").Copy[]} loops of pi's that could have been taken over, and were not
 */
function ownLoopsAmong(scripts) {
  const copies = [];
  for (const { url, length } of scripts) {
    if (!mayHoldLoop(url) || registry()?.copies.some((copy) => copy.url === url)) continue;
    const source = readFileSync(new URL(url), "utf8");
    // Longer than the file: it has been taken over, and has yet to run.
    if (length !== undefined && length > source.length) continue;
    const recognised = recognise(url, source);
    if (recognised !== undefined && recognised.code === undefined) copies.push(recognised.copy);
  }
  return copies;
}

module.exports = { loadedScripts, evaluatedInBun, ownLoopsAmong };
