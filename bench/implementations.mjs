// What is compared: a published loop, and the addon with the behaviour of that version.

import { createRequire } from "node:module";
import { loadReference, PI_0_73_1 } from "../__test__/oracle/reference.js";
import { withTypeBox } from "./schemas.mjs";

const require = createRequire(import.meta.url);

/**
 * @typedef {(context: any, message: any, config: any, signal: any, emit: any) => Promise<any>} ExecuteToolCalls
 * @typedef {object} Pair
 * @property {string} version of the reference
 * @property {string} package its name
 * @property {ExecuteToolCalls} reference
 * @property {ExecuteToolCalls} addon
 * @property {ExecuteToolCalls} queued the addon, every step through the event loop
 * @property {import("./cases.mjs").Build} build
 */

const PI_1_6_0 = { ...PI_0_73_1, loop: "@earendil-works/pi-agent-core", ai: "@earendil-works/pi-ai" };

/** The oldest Node.js that 1.6.0 says it runs on. */
const NODE_FOR_1_6 = [22, 19];

export const VERSIONS = ["0.73.1", "1.6.0"];

/**
 * Why a version cannot be compared here, or nothing.
 * @param {string} version
 */
export function reasonAgainst(version) {
  if (version === "0.73.1") return undefined;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < NODE_FOR_1_6[0] || (major === NODE_FOR_1_6[0] && minor < NODE_FOR_1_6[1])) {
    return `it needs Node.js ${NODE_FOR_1_6.join(".")} or newer, and this is ${process.version}`;
  }
  try {
    require("../index.cjs").createToolExecutor({ compat: version });
  } catch (error) {
    return `the addon does not know it: ${error instanceof Error ? error.message : error}`;
  }
  return undefined;
}

/**
 * @param {string} version one of `VERSIONS`
 * @returns {Promise<Pair>}
 */
export async function loadPair(version) {
  const names = version === "0.73.1" ? PI_0_73_1 : PI_1_6_0;
  const { executeToolCalls: reference, version: found } = await loadReference(names);
  if (found !== version) throw new Error(`${names.loop} ${version} is wanted, and ${found} is installed`);
  return { version, package: names.loop, reference, ...loadAddon(version), build: await loadBuild(version) };
}

/** @param {string} version */
function loadAddon(version) {
  const { executeToolCalls, createToolExecutor } = require("../index.cjs");
  if (version === "0.73.1") {
    return { addon: executeToolCalls, queued: createToolExecutor({ dispatch: "queued" }).executeToolCalls };
  }
  /** @param {Record<string, string>} options */
  const executor = (options) =>
    createToolExecutor(/** @type {any} */ ({ compat: version, ...options })).executeToolCalls;
  return { addon: executor({}), queued: executor({ dispatch: "queued" }) };
}

/**
 * One side alone, for a process that is to hold nothing of the other.
 * @param {string} version @param {string} side `reference` or `addon`
 * @returns {Promise<{ executeToolCalls: ExecuteToolCalls, build: import("./cases.mjs").Build }>}
 */
export async function loadSide(version, side) {
  const build = await loadBuild(version);
  if (side === "addon") return { executeToolCalls: loadAddon(version).addon, build };
  const { executeToolCalls } = await loadReference(version === "0.73.1" ? PI_0_73_1 : PI_1_6_0);
  return { executeToolCalls, build };
}

/** pi's own tools use TypeBox up to 1.4; after that their schemas are plain. @param {string} version */
async function loadBuild(version) {
  if (version !== "0.73.1") return (/** @type {object} */ schema) => schema;
  const { Type } = await import("typebox");
  return (/** @type {any} */ schema) => withTypeBox(Type, schema);
}
