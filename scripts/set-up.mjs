// The steps of `ready.mjs`: says what it does while it does it, and stops with a sentence for a person.

import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { npmCall, Problem, run } from "./run.mjs";
import { checkToolchain } from "./toolchain.mjs";

const require = createRequire(import.meta.url);
const { addonFile } = require("../js/platform.js");

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCKFILE = "package-lock.json";
/** npm writes this one last: without it an installation was not finished. */
const INSTALLED = join("node_modules", ".package-lock.json");
/** A folder counts with its own time too, which changes when a file in it comes or goes. */
const SOURCES = ["Cargo.toml", "Cargo.lock", "build.rs", "src"];
const LOADER = ["native.cjs", "native.d.ts"];

/** @param {string[]} args */
export function setUp(args) {
  try {
    const values = readOptions(args);
    const build = values.rebuild || !isFresh(addonFile(), SOURCES);
    // Before anything that takes long.
    if (build || values.toolchain) checkToolchain(root, { links: build });
    if (!isFresh(INSTALLED, [LOCKFILE])) installDependencies();
    if (build) buildAddon(values.profile);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}

/** @param {string[]} args */
function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        // Build, whatever the age of the addon: cargo knows best what is to be done.
        rebuild: { type: "boolean", default: false },
        // A profile of Cargo.toml.
        profile: { type: "string", default: "release" },
        // The Rust toolchain is needed afterwards, whether or not the addon is.
        toolchain: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message}\nThe options are --rebuild, --profile and --toolchain.`);
  }
}

/** @param {string} text */
function say(text) {
  console.log(`\n> ${text}`);
}

/**
 * Whether a file is there and no older than what it is made from.
 * @param {string} file @param {string[]} sources
 */
function isFresh(file, sources) {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const made = statSync(path).mtimeMs;
  return sources.every((source) => newestIn(join(root, source)) <= made);
}

/**
 * When a file, or anything in a folder, was last changed.
 * @param {string} path
 * @returns {number}
 */
function newestIn(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), status.mtimeMs);
}

function installDependencies() {
  say("Installing npm dependencies (node_modules is missing or older than package-lock.json): up to two minutes.");
  // Nothing that is used here needs an install script, and some of the tools' dependencies compile in theirs. And
  // its warnings are about development dependencies that ask for a newer Node.js, where they are not run.
  const wanted = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { program, args, shell } = npmCall(wanted);
  if (run(program, args, root, { shell }) === 0) return;
  throw new Problem(
    "npm could not install the dependencies; its own words are above.\n" +
      "Is the registry reachable (`npm ping`)? Then run the command again.",
  );
}

/** @param {string} profile */
function buildAddon(profile) {
  const known = { release: "one to three minutes", fast: "up to a minute" }[profile] ?? "some minutes";
  say(`Building the addon (cargo, profile ${profile}): ${known} the first time.`);
  const napi = join(root, "node_modules", "@napi-rs", "cli", "dist", "cli.js");
  const which = profile === "release" ? ["--release"] : ["--profile", profile];
  const args = ["build", "--platform", ...which, "--js", LOADER[0], "--dts", LOADER[1]];
  if (process.env.CI) args.push("--", "--locked");
  if (run(process.execPath, [napi, ...args], root) !== 0) {
    throw new Problem("The addon could not be built; the compiler's own words are above.");
  }
  if (!existsSync(join(root, addonFile()))) {
    throw new Problem(`The build succeeded, but ${addonFile()} is not there: is this platform one of package.json's?`);
  }
  if (process.env.CI) compareLoader();
  if (profile !== "release") console.log("For measuring, build it with `npm run build`.");
}

/** The generated loader is committed as it is, and nobody edits it. */
function compareLoader() {
  if (!existsSync(join(root, ".git"))) return;
  say(`Comparing ${LOADER.join(" and ")} with the committed ones.`);
  if (run("git", ["diff", "--exit-code", "--", ...LOADER], root) !== 0) {
    throw new Problem(`The build generates another loader than the committed one: commit ${LOADER.join(" and ")}.`);
  }
}
