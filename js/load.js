"use strict";
// Gets the addon through the generated loader, or says in one error why not and what to do about it.

const { describePlatform } = require("./platform.js");
const { version: packageVersion } = require("../package.json");

const SUPPORTED = "Linux x64 and arm64 (glibc and musl), macOS x64 and arm64, Windows x64 and arm64";

/** The addon could not be loaded; `import` and `require` of this package throw it. */
class AddonLoadError extends Error {
  /** @param {string} problem @param {string} remedy */
  constructor(problem, remedy) {
    super(`pi-toolcalls could not load its native addon on ${describePlatform()}.\n${problem}\n${remedy}`);
    this.name = "AddonLoadError";
    this.code = "PI_TOOLCALLS_ADDON";
  }
}

/**
 * What was tried and why it failed, in one line.
 * @param {unknown} thrown
 */
function attempt(thrown) {
  const [reason] = (thrown instanceof Error ? thrown.message : String(thrown)).split("\n");
  const missing = /^Cannot find module '(.+)'$/.exec(reason);
  return `  - ${missing ? `${missing[1]}: not found` : reason}`;
}

/**
 * All that the generated loader tried. It chains its failures as causes, the last one outermost.
 * @param {unknown} thrown
 */
function attempts(thrown) {
  /** @type {string[]} */
  const lines = [];
  for (let error = thrown instanceof Error ? thrown.cause : undefined; error instanceof Error; error = error.cause) {
    lines.unshift(attempt(error));
  }
  return lines.length === 0 ? attempt(thrown) : lines.join("\n");
}

/**
 * What the addon exports, as far as this package uses it; `native.d.ts` has it in full.
 * @typedef {object} Addon
 * @property {() => string} version
 * @property {(operations: ArrayBuffer, dispatch: (id: number) => void) => any} environment
 * @property {() => string} coverage
 * @property {(agentCore: string, ai: string, typebox: string | undefined) => [behaviours: number, rules: number]} profile
 * @property {(name: string, names: string[]) => string[]} closest
 */

/** @returns {Addon} */
function loadAddon() {
  try {
    return /** @type {any} */ (require("../native.cjs"));
  } catch (error) {
    throw new AddonLoadError(
      `Tried:\n${attempts(error)}`,
      [
        `Supported platforms: ${SUPPORTED}.`,
        "If this platform is one of them, install again with optional dependencies: remove node_modules, then run " +
          "`npm install --include=optional` (no `--omit=optional` or `--no-optional`) on the machine that runs it.",
        "Otherwise build it in a clone of the repository: `npm run build` (needs Rust 1.88 or newer and a C compiler).",
      ].join("\n"),
    );
  }
}

/**
 * The file an addon was loaded from, as far as Node.js tells.
 * @param {unknown} addon
 */
function fileOf(addon) {
  const modules = Object.values(require.cache ?? {});
  return modules.find((module) => module?.exports === addon && module?.filename.endsWith(".node"))?.filename;
}

/** @param {Partial<Addon>} addon */
function checkVersion(addon) {
  const found = typeof addon.version === "function" ? addon.version() : undefined;
  if (found === packageVersion) return;
  const what = found === undefined ? "does not say which version it is" : `is version ${found}`;
  throw new AddonLoadError(
    `${fileOf(addon) ?? "The addon found"} ${what}, and this package is version ${packageVersion}: they do not work together.`,
    "Install again, so that package and addon come from one release: remove node_modules, then run " +
      "`npm install --include=optional`. In a clone of the repository run `npm run build`.",
  );
}

const addon = loadAddon();
checkVersion(addon);

module.exports = addon;
