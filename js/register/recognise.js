"use strict";
// Finds pi's loop among the modules that a program loads: by path, then by the package the file is in, then by the
// function's header. Nothing else is ever touched.

const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { fileURLToPath } = require("node:url");
const { notCovered } = require("./coverage.js");

/** `dist/agent-loop.js` of the library; a chunk of the bundle that the pi command runs from 0.84.3 on. */
const PLACE = /^file:[^?#]*\/dist\/(?:agent-loop|bundle\/chunks\/[^/?#]+)\.js(?:[?#]|$)/;

/** The packages that may hold pi's loop, by where in them it is. */
const LIBRARIES = new Set(["@mariozechner/pi-agent-core", "@earendil-works/pi-agent-core"]);
const COMMANDS = new Set(["@mariozechner/pi-coding-agent", "@earendil-works/pi-coding-agent"]);

/** The declaration, as the compiler and as the bundler print it. */
const HEADER =
  /(?<![\w$.])async function executeToolCalls\(currentContext, ?assistantMessage, ?config, ?signal, ?emit\) ?\{/g;

/** The loop calls the function by its name, so that another function under that name is called. */
const CALL = /await executeToolCalls\(/;

/**
 * @typedef {object} Copy a module that holds pi's loop
 * @property {string} name of its package
 * @property {string} version of its package
 * @property {string} url
 * @property {import("../profile.js").Versions} versions of the packages that decide how it behaves
 *
 * @typedef {{ name: string, version: string } | { unreadable: string }} Manifest
 *
 * @typedef {{ copy: Copy, code?: undefined }
 *   | { code: "PI_TOOLCALLS_UNKNOWN_VERSION" | "PI_TOOLCALLS_UNRECOGNISED", reason: string, version?: string }} Recognised
 */

/** @type {Map<string, Manifest>} by the package's folder */
const manifests = new Map();

/** @param {string} folder @returns {Manifest} */
function manifestIn(folder) {
  let manifest = manifests.get(folder);
  if (manifest === undefined) {
    manifest = readManifest(folder);
    manifests.set(folder, manifest);
  }
  return manifest;
}

/** @param {string} folder @returns {Manifest} */
function readManifest(folder) {
  try {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    return { name: String(name), version: String(version) };
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Whether a module may hold pi's loop. Asked of every module that a program loads, so it is one look at the address.
 * @param {string} url
 */
function mayHoldLoop(url) {
  return PLACE.test(url);
}

/**
 * Says whether a module is a loop of pi's that this package can stand in for.
 * @param {string} url for which `mayHoldLoop` is true
 * @param {string} source
 * @returns {Recognised | undefined} nothing where the module is not pi's loop
 */
function recognise(url, source) {
  const path = fileURLToPath(url).replaceAll("\\", "/");
  const bundled = !path.endsWith("/dist/agent-loop.js");
  const folder = path.slice(0, path.lastIndexOf(bundled ? "/dist/bundle/chunks/" : "/dist/"));
  const manifest = manifestIn(folder);
  if ("unreadable" in manifest) {
    if (bundled || !/pi-agent-core/.test(folder)) return undefined;
    return unrecognised(`${path} looks like pi's loop, but its package cannot be read (${manifest.unreadable})`);
  }
  const { name, version } = manifest;
  if (!(bundled ? COMMANDS : LIBRARIES).has(name)) return undefined;
  const headers = source.match(HEADER)?.length ?? 0;
  if (bundled && headers === 0) return undefined;
  const versions = bundled ? { agentCore: version, ai: version } : versionsAt(folder, name, version);
  const reason = notCovered(versions);
  if (reason !== undefined) {
    return {
      code: "PI_TOOLCALLS_UNKNOWN_VERSION",
      reason: `${name} ${version} stays on pi's own loop: ${reason}`,
      version,
    };
  }
  if (headers !== 1 || !CALL.test(source)) {
    return unrecognised(`${name} ${version} stays on pi's own loop: ${path} is not the file that was published`);
  }
  return { copy: { name, version, url, versions } };
}

/**
 * The versions of what a copy of pi-agent-core uses. Where something is not found, it is taken to be what this
 * pi-agent-core was published with.
 * @param {string} folder of the copy @param {string} name of the copy @param {string} agentCore its version
 * @returns {import("../profile.js").Versions}
 */
function versionsAt(folder, name, agentCore) {
  const ai = installed(folder, name.replace("pi-agent-core", "pi-ai"));
  const typebox = ai && installed(ai.folder, "typebox");
  return { agentCore, ai: ai?.version ?? agentCore, typebox: typebox?.version };
}

/**
 * The package that a module in `folder` gets by this name.
 * @param {string} folder @param {string} name
 */
function installed(folder, name) {
  const lookedThrough = createRequire(`${folder}/package.json`).resolve.paths(name) ?? [];
  for (const modules of lookedThrough) {
    const manifest = manifestIn(`${modules}/${name}`);
    if (!("unreadable" in manifest)) return { folder: `${modules}/${name}`, version: manifest.version };
  }
  return undefined;
}

/** @param {string} reason @returns {Recognised} */
function unrecognised(reason) {
  return { code: "PI_TOOLCALLS_UNRECOGNISED", reason };
}

module.exports = { mayHoldLoop, recognise, LIBRARIES, COMMANDS };
