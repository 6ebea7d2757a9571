// `node scripts/defects.mjs [text …]`: do the tests notice when the code is wrong? Puts one deliberate defect after the other
// into a copy of this clone, builds it, and runs tests until one fails. A defect that none notices is a test that is
// missing. With texts, only those defects whose lines have one of them, `src/batch` say.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { defects } from "./defects/list.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const copy = join(root, "target/defects/clone");
const napi = join(root, "node_modules/@napi-rs/cli/dist/cli.js");
const LOADER = ["--js", "native.cjs", "--dts", "native.d.ts"];
const vitest = join(root, "node_modules/vitest/vitest.mjs");

const env = {
  ...process.env,
  CARGO_TARGET_DIR: join(root, "target/defects/target"),
  // Built often and run for a moment.
  CARGO_PROFILE_FAST_OPT_LEVEL: "0",
  CARGO_PROFILE_FAST_CODEGEN_UNITS: "256",
};

/** @typedef {[name: string, program: string, args: string[]]} Test */

const BATCHES = ["__test__/fuzz-loop.mjs", "--seed", "1", "--count", "200"];
/** @type {Test[]} */
const OF_THE_LOOP = [
  ["random batches", process.execPath, BATCHES],
  ["random batches whose steps tie", process.execPath, [...BATCHES, "--dispatch", "inline", "--ties", "microtask"]],
];
/** @type {Test[]} */
const OF_VALIDATION = [
  ["random arguments", process.execPath, ["__test__/fuzz-validate.mjs", "--seed", "0", "--count", "1500"]],
];
/** Without the random ones, which ran already. @param {string[]} files @returns {Test} */
const scenarios = (...files) => [
  "scenarios",
  process.execPath,
  [vitest, "run", "--bail", "1", "--exclude", "**/*-random.test.js", ...files],
];

/** The quick ones first. @param {string} file where the defect is */
function testsFor(file) {
  const core = /^src\/(batch|validate\/\w+)\b/.exec(file)?.[1].replace("/", "::");
  const ofTheCore = /** @type {Test[]} */ (
    core ? [["cargo test", "cargo", ["test", "--lib", "--no-default-features", core]]] : []
  );
  if (/\/(?:batch|channel|running|environment|entry|wakeup|host|stages)\b/.test(file)) {
    return [...OF_THE_LOOP, ...ofTheCore, scenarios("__test__/loop-", "process", "scale", "async-context")];
  }
  // Without optimisation, what has to be done in time is not.
  const files = file.endsWith("schemas.rs")
    ? ["validate-extremes"]
    : ["validate-table", "validate-odd", "validate-tools"];
  return [...OF_VALIDATION, ...ofTheCore, scenarios(...files, "process")];
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  const { status, signal, stdout, stderr } = spawnSync(program, args, {
    cwd: copy,
    env,
    encoding: "utf8",
    timeout: 600_000,
    maxBuffer: 1 << 30,
  });
  return { passed: status === 0, output: `${stdout}${stderr}${signal ?? ""}` };
}

/** The test that notices; undefined when none does. @param {string} file where the defect is */
function noticedBy(file) {
  for (const [name, program, args] of testsFor(file)) {
    const { passed, output } = run(program, args);
    if (passed) continue;
    const test = /^(?: *(?:FAIL|×) +(.+)|test (.+) \.\.\. FAILED)$/m.exec(stripVTControlCharacters(output));
    return test ? `${name}: ${test[1] ?? test[2]}` : name;
  }
  return undefined;
}

function build() {
  return run(process.execPath, [napi, "build", "--platform", "--profile", "fast", ...LOADER]);
}

function layOut() {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of files.toString().split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  try {
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
}

/** @param {string} file @param {string} text @param {string} instead */
function show(file, text, instead) {
  return `${file}: ${text.trim()} → ${instead.trim() || "nothing"}`.replaceAll(/\s+/g, " ");
}

/** Tries one defect and says in a word what became of it. @param {import("./defects/list.mjs").Defect} defect */
function attempt({ file, text, instead }) {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  if (before.split(text).length !== 2) return { word: "stale", more: "the text is not there once" };
  writeFileSync(
    path,
    before.replace(text, () => instead),
  );
  const built = build();
  const more = built.passed ? noticedBy(file) : built.output.slice(-1500);
  writeFileSync(path, before);
  if (!built.passed) return { word: "stale", more };
  return more === undefined ? { word: "SURVIVED", more: "no test fails" } : { word: "noticed", more };
}

const wanted = process.argv.slice(2);
layOut();
// Else a test that fails by itself would notice everything.
if (wanted.length === 0 && (!build().passed || noticedBy("src/batch/") || noticedBy("src/validate/"))) {
  console.error("Without any defect it does not build, or a test fails.");
  process.exit(2);
}
let failed = 0;
for (const defect of defects) {
  const shown = show(defect.file, defect.text, defect.instead);
  if (wanted.length > 0 && !wanted.some((part) => shown.includes(part))) continue;
  const { word, more } = attempt(defect);
  if (word !== "noticed") failed++;
  console.log(`${word.padEnd(8)}  ${shown}\n          ${more}`);
}
process.exit(failed === 0 ? 0 : 1);
