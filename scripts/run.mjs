// Running other programs.

import { spawnSync } from "node:child_process";

/** Something that the person at the terminal can put right; its text says how. */
export class Problem extends Error {}

/**
 * Runs a program in the foreground, its output going where ours goes. Gives its exit code.
 * @param {string} program @param {string[]} args @param {string} cwd
 * @param {{ shell?: boolean, env?: NodeJS.ProcessEnv }} [options]
 */
export function run(program, args, cwd, { shell = false, env = process.env } = {}) {
  const { status, signal, error } = spawnSync(program, args, { cwd, stdio: "inherit", shell, env });
  if (error) throw new Problem(`${program} could not be started: ${error.message}`);
  // Ended by the person at the terminal, most likely: no need to explain.
  if (signal) process.exit(1);
  return status;
}

/**
 * Runs a program and gives what it says, or nothing where it does not exist.
 * @param {string} program @param {string[]} args @param {string} cwd
 */
export function ask(program, args, cwd) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  return error ? undefined : { status, stdout, stderr };
}

/**
 * How to call npm: as the npm that runs the script does, and otherwise by name, which takes a shell where it is npm.cmd. A
 * shell splits arguments at spaces.
 * @param {string[]} args
 */
export function npmCall(args) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith("npm-cli.js")) return { program: process.execPath, args: [npm, ...args], shell: false };
  return { program: "npm", args, shell: process.platform === "win32" };
}
