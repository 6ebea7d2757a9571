// The versions of pi's command that the tests run, and what is different about starting each.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodes } from "../register/runtime.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * @typedef {object} Command
 * @property {string} version
 * @property {string} cli the program that npm links as `pi`
 * @property {string[]} flags without which it would not do here what 0.73.1 does
 */

/** The last one that loads the library as it is published. @type {Command} */
export const library = {
  version: "0.73.1",
  cli: `${root}node_modules/@mariozechner/pi-coding-agent/dist/cli.js`,
  flags: [],
};

/**
 * One that comes as a bundle, with the library inside. `npm run runtimes` installs it.
 * @param {string} version
 * @returns {Command}
 */
export function bundled(version) {
  return {
    version,
    cli: `${root}target/runtimes/pi@${version}/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js`,
    // Extensions of a project are loaded for those who trust it.
    flags: ["--approve"],
  };
}

/**
 * What a bundled command can be run with here, or why it cannot.
 * @param {Command} command
 * @returns {{ runtimes: ReturnType<typeof nodes>, missing?: string }}
 */
export function runtimesFor({ version, cli }) {
  if (!existsSync(cli)) return { runtimes: [], missing: `not installed: npm run runtimes -- pi@${version}` };
  // The bundles ask for 22.19.
  const runtimes = nodes().filter(({ major }) => major >= 22);
  return runtimes.length > 0
    ? { runtimes }
    : { runtimes, missing: "no Node.js 22 or newer: npm run runtimes -- node@26" };
}
