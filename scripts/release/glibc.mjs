// `npm run check:glibc [file …]`: no Linux addon may ask for a glibc newer than the oldest that it is to run on. Reads the
// binaries themselves: the names of the symbol versions that a binary needs stand in it as text.

import { readdirSync, readFileSync } from "node:fs";
import { OLDEST_GLIBC } from "./oldest-glibc.mjs";

const NEWEST = OLDEST_GLIBC.split(".").map(Number);

/** @param {string} path */
export function glibcNeeded(path) {
  const versions = readFileSync(path, "latin1").match(/\0GLIBC_\d+\.\d+(?:\.\d+)?(?=\0)/g) ?? [];
  const numbers = versions.map((text) => text.slice("\0GLIBC_".length).split(".").map(Number));
  return numbers.sort(compare).at(-1);
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || (a[2] ?? 0) - (b[2] ?? 0);
}

const given = process.argv.slice(2);
const files = given.length > 0 ? given : readdirSync(".").filter((name) => /\.linux-\w+-gnu\.node$/.test(name));
if (files.length === 0) throw new Error("No addon for Linux with glibc here: build one first");
for (const file of files) {
  const needed = glibcNeeded(file);
  if (needed === undefined) throw new Error(`${file} does not say which glibc it needs`);
  const fits = compare(needed, NEWEST) <= 0;
  console.log(`${file}: glibc ${needed.join(".")}${fits ? "" : `, newer than ${NEWEST.join(".")}`}`);
  if (!fits) process.exitCode = 1;
}
