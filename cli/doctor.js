// `pi-toolcalls doctor`: whether the addon runs here, and for which copies of pi.
import { createRequire } from "node:module";
import { relative } from "node:path";
import { Table } from "console-table-printer";
import platform from "../js/platform.js";
import coverage from "../js/register/coverage.js";
import { findPi } from "./find-pi.js";

const require = createRequire(import.meta.url);
const { version } = require("../package.json");

/**
 * @typedef {object} Diagnosis
 * @property {string} version of this package
 * @property {string} platform operating system, processor, C library and Node.js
 * @property {string} hooks how modules are changed while they are loaded
 * @property {string} setting of `PI_TOOLCALLS`
 * @property {{ loaded: boolean, file?: string, problem?: string }} addon
 * @property {string} covers the pi versions that this package covers
 * @property {import("./find-pi.js").Found[]} copies
 */

/** The hooks that `pi-toolcalls/register` would use. */
function hooksHere() {
  if ("Bun" in globalThis) return "Bun's plugins";
  const { registerHooks, register } = require("node:module");
  if (registerHooks) return "module.registerHooks (import and require)";
  return register ? "module.register (import alone; Node.js 22.15 and newer take require too)" : "none";
}

/** Loads the addon and runs a batch of one call through it. @returns {Promise<Diagnosis["addon"]>} */
async function tryAddon() {
  try {
    const { executeToolCalls } = require("../index.cjs");
    const execute = async () => ({ content: [], details: {} });
    const tool = { name: "probe", parameters: { type: "object" }, execute };
    const call = { type: "toolCall", id: "1", name: "probe", arguments: {} };
    const { messages } = await executeToolCalls({ tools: [tool] }, { content: [call] }, {}, undefined, () => {});
    if (messages.length !== 1 || messages[0].isError)
      throw new Error(`a call of a tool gave ${JSON.stringify(messages)}`);
  } catch (error) {
    return { loaded: false, problem: error instanceof Error ? error.message : String(error) };
  }
  return { loaded: true, file: Object.keys(require.cache).find((path) => path.endsWith(".node")) };
}

/** @param {string} folder @returns {Promise<Diagnosis>} */
async function diagnose(folder) {
  return {
    version,
    platform: platform.describePlatform(),
    hooks: hooksHere(),
    setting: process.env.PI_TOOLCALLS ?? "",
    addon: await tryAddon(),
    covers: coverage.covered(),
    copies: findPi(folder),
  };
}

/** @param {Diagnosis} diagnosis @param {string} folder */
function print({ addon, copies, ...facts }, folder) {
  console.log(`pi-toolcalls ${facts.version} on ${facts.platform}`);
  console.log(`Addon:       ${addon.loaded ? `runs (${addon.file ?? "its file is not known"})` : "DOES NOT RUN"}`);
  if (addon.problem) console.log(addon.problem);
  console.log(`Load hooks:  ${facts.hooks}`);
  console.log(`Covers pi:   ${facts.covers}`);
  if (facts.setting) console.log(`PI_TOOLCALLS=${facts.setting}`);
  console.log();
  if (copies.length === 0) {
    console.log(`No copy of pi found from ${folder}.`);
    return;
  }
  const table = new Table({
    defaultColumnOptions: { alignment: "left" },
    shouldDisableColors: !process.stdout.hasColors?.(),
  });
  for (const { name, version: found, path, covered } of copies) {
    const place = relative(folder, path);
    const row = {
      pi: name,
      version: found,
      covered: covered ? "yes" : "no",
      folder: place.startsWith("..") ? path : place,
    };
    table.addRow(row, { color: covered ? "green" : "yellow" });
  }
  table.printTable();
  for (const { reason } of copies) if (reason) console.log(`- ${reason}`);
}

/**
 * Prints the diagnosis and gives the exit code.
 * @param {{ folder: string, json: boolean }} options
 */
export async function doctor({ folder, json }) {
  const diagnosis = await diagnose(folder);
  if (json) console.log(JSON.stringify(diagnosis, null, 2));
  else print(diagnosis, folder);
  return diagnosis.addon.loaded && diagnosis.copies.every(({ covered }) => covered) ? 0 : 1;
}
