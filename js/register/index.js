"use strict";
// `pi-toolcalls/register`: from here on, every copy of pi's loop that this thread loads runs its tool batches through the
// addon. Nothing on disk changes.

const { settingOf, optionsOf } = require("./setting.js");
const { refuse } = require("./report.js");
const { registry, openRegistry } = require("./takeover.js");
const { reportLoadedBefore } = require("./too-late.js");
const bun = require("./bun.js");
const synchronous = require("./synchronous.js");
const threaded = require("./threaded.js");

/** The ways to change a module while it is loaded, the best first. */
const HOOKS = [
  { name: "bun", hooks: bun },
  { name: "synchronous", hooks: synchronous },
  { name: "threaded", hooks: threaded },
];

/** Whatever keeps the whole package from being of use here. @type {string | undefined} */
let inactive;

function register() {
  const { off, required, unknown } = settingOf(process.env.PI_TOOLCALLS);
  if (unknown !== undefined) {
    const known = '"on", "off" and "require"';
    refuse("PI_TOOLCALLS_SETTING", `PI_TOOLCALLS=${unknown} means nothing; ${known} do. It is taken as "on"`, false);
  }
  if (off) {
    inactive = "PI_TOOLCALLS=off";
    return;
  }
  if (registry() !== undefined) return;
  const found = HOOKS.find(({ hooks }) => hooks.available());
  if (found === undefined) {
    inactive = "this runtime has no hooks for loading modules";
    refuse("PI_TOOLCALLS_NO_HOOKS", `${inactive}: pi's own loop stays`, required);
    return;
  }
  let executor;
  try {
    // What throws when the addon cannot be loaded.
    require("../../index.cjs");
    executor = require("../executor.js");
  } catch (error) {
    inactive = error instanceof Error ? error.message : String(error);
    refuse("PI_TOOLCALLS_NOT_LOADED", `the addon cannot be loaded, pi's own loop stays. ${inactive}`, required, error);
    return;
  }
  const { executorFor } = executor;
  const { options, wrong } = optionsOf(process.env.PI_TOOLCALLS_OPTIONS);
  if (wrong !== undefined) refuse("PI_TOOLCALLS_SETTING", `${wrong}. None of these options holds`, required);
  openRegistry((versions) => executorFor(versions, options), found.name);
  found.hooks.install(required);
  reportLoadedBefore(required);
}

/**
 * What this thread's loops of pi's had the addon run so far.
 * @returns {{ active: boolean, reason?: string, hooks?: string, copies: import("./takeover.js").CopyActivity[] }}
 */
function activity() {
  const opened = registry();
  if (opened === undefined) return { active: false, reason: inactive, copies: [] };
  return { active: true, hooks: opened.hooks, copies: opened.copies.map((copy) => ({ ...copy })) };
}

register();

module.exports = { activity };
