/** Compares with every published version that is covered, by its own rules, and writes `docs/compat.md`. */
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DISPATCHES, loadImplementations } from "./play/implementations.js";
import { compareBatch } from "./random/compare.js";
import { loadPair } from "./validate/against.js";
import { caseOf, KINDS } from "./validate/cases.js";
import { compareValidation } from "./validate/compare.js";

const HELP = `npm run compat -- [options]

Random batches and random arguments through every published pi from 0.69.0 on and through this package by the rules of that
version. Writes docs/compat.md, a row a version.

  --batches N   batches a version, in both dispatch modes and once more with ties, inline (default 500)
  --cases N     cases of arguments a version (default 2000)
  --seed N      the first seed (default 1)
  --installed   only the versions that are there
  --help        this text

Gets what is missing of the published versions first (npm run references -- all).`;

const REPORT = new URL("../docs/compat.md", import.meta.url);
const REFERENCES = new URL("../.references/", import.meta.url);

function readOptions() {
  const { values } = parseArgs({
    options: {
      batches: { type: "string", default: "500" },
      cases: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      installed: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [batches, cases, seed] = ["batches", "cases", "seed"].map((name) => {
    if (!/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} must be a whole number, not ${values[name]}`);
    return Number(values[name]);
  });
  return { batches, cases, seed, installed: values.installed, help: values.help };
}

/** Those that were published, oldest first; a build part stands for another typebox and is none. */
function versions() {
  const fetched = readdirSync(REFERENCES).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
  const all = [...new Set([...fetched, "0.73.1", "1.6.0"])];
  return all.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** @returns {Promise<{ compared: number, differing: string[] }>} */
async function compareLoop(version, { batches, seed: first }) {
  const implementations = await loadImplementations(version);
  const single = implementations.reference.runToolCall === undefined ? [] : [{ single: true }];
  const ways = [{}, { ties: "microtask", dispatches: ["inline"] }, ...single];
  const differing = [];
  for (const way of ways) {
    for (let seed = first; seed < first + batches; seed++) {
      const differences = await compareBatch(implementations, { seed, dispatches: DISPATCHES, ...way });
      if (differences.length > 0) differing.push(differences[0].text);
    }
  }
  return { compared: batches * ways.length, differing };
}

async function compareArguments(version, { cases, seed: first }) {
  const implementations = await loadPair(version);
  const differing = [];
  for (const kind of KINDS) {
    for (let seed = first; seed < first + cases / KINDS.length; seed++) {
      const { difference } = compareValidation(implementations, caseOf(kind, seed));
      if (difference !== undefined) differing.push(`--kind ${kind} --seed ${seed}: ${difference}`);
    }
  }
  return { compared: Math.ceil(cases / KINDS.length) * KINDS.length, differing };
}

function report(rows, { seed }) {
  const date = new Date().toISOString().slice(0, 10);
  const lines = rows.map(
    ({ version, loop, validation }) =>
      `| ${version} | ${loop.compared} | ${loop.differing.length} | ${validation.compared} | ${validation.differing.length} |`,
  );
  return `# Compared with published versions

Written by \`npm run compat\` on ${date}, Node.js ${process.versions.node}, seeds from ${seed} on. Each row compares random
batches (both dispatch modes; once more with steps that tie, inline; from 0.99.1 on \`runToolCall\` too) and random arguments
with the published packages of that version, this package going by its rules.

| pi | batches | differ | arguments | differ |
| --- | --- | --- | --- | --- |
${lines.join("\n")}
`;
}

async function main(options) {
  if (!options.installed) {
    const root = new URL("..", import.meta.url);
    execFileSync(process.execPath, ["scripts/references.mjs", "all"], { cwd: root, stdio: "inherit" });
  }
  const rows = [];
  for (const version of versions()) {
    const loop = await compareLoop(version, options);
    const validation = await compareArguments(version, options);
    rows.push({ version, loop, validation });
    const differing = [...loop.differing, ...validation.differing];
    console.log(
      `pi ${version}: ${loop.compared} batches, ${validation.compared} arguments, ${differing.length} differ`,
    );
    for (const text of differing.slice(0, 3)) console.log(text.slice(0, 2000));
  }
  writeFileSync(REPORT, report(rows, options));
  const bad = rows.filter(({ loop, validation }) => loop.differing.length + validation.differing.length > 0);
  console.log(bad.length === 0 ? "All agree; docs/compat.md is written." : `${bad.length} versions differ.`);
  return bad.length === 0 ? 0 : 1;
}

let options;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error.message}\n\n${HELP}`);
  process.exit(2);
}
if (options.help) console.log(HELP);
else process.exitCode = await main(options);
