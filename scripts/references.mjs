// `npm run references [version …]`: puts published pi versions, which the tests compare with, into `.references/<version>`:
// pi-agent-core and pi-ai, and of what these depend on only what they load with their loop (the LLM clients, most of the
// weight, are loaded when a model is called). Packed by npm, which compares the registry's checksums; nothing is run.
//
// Without a version: those of the test command. `all`: every published one that is covered. A build part takes another
// typebox than the one the version pins: `0.69.0+typebox.1.1.24`.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { npmCall, Problem } from "./run.mjs";

/** The versions of the test command that `npm ci` does not bring. */
const TESTED = ["0.79.1", "0.84.0", "0.84.2", "0.87.1", "1.3.0"];

const OLDEST = "0.69.0";
const NEWEST = "1.6.0";
/** The first one that was published under the present scope. */
const RENAMED = "0.74.0";

const ROOT = resolve(import.meta.dirname ?? ".", "..");
const REFERENCES = join(ROOT, ".references");

/** What the loop loads besides the packages of pi. */
const LOADED = ["typebox", "partial-json"];

/** A package of pi's that the loop does without; not every version that is asked for was published. */
const NOT_LOADED = ["@earendil-works/chord"];

/** Most of the weight of what is unpacked. */
const UNUSED = /\.(?:map|d\.m?ts|md)$/;

/** What ranges stand for, so that a reference is the same whenever it is installed. @type {Record<string, string>} */
const INSTEAD_OF_RANGE = { typebox: "1.4.3", "partial-json": "0.1.7" };

/** @param {string} version */
const scopeOf = (version) => (isBefore(version, RENAMED) ? "@mariozechner" : "@earendil-works");

/** @param {string} left @param {string} right */
function isBefore(left, right) {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number));
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && a[at] < b[at];
}

/** @param {string[]} wanted */
function npm(wanted) {
  const { program, args, shell } = npmCall([...wanted, "--json"]);
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", shell, cwd: ROOT });
  if (error) throw new Problem(`npm could not be started: ${error.message}`);
  if (status !== 0) throw new Problem(`npm ${wanted.join(" ")} failed:\n${stderr || stdout}`);
  return JSON.parse(stdout);
}

/** Every published version that is covered, oldest first. @returns {string[]} */
function published() {
  const versions = ["@mariozechner", "@earendil-works"].flatMap((scope) =>
    npm(["view", `${scope}/pi-agent-core`, "versions"]),
  );
  return versions.filter((version) => !isBefore(version, OLDEST) && !isBefore(NEWEST, version));
}

/**
 * The packages to add for what a package depends on, as name and exact version.
 * @param {Record<string, string>} dependencies @param {string} version of pi @param {string | undefined} typebox
 */
function loadedOf(dependencies, version, typebox) {
  return Object.entries(dependencies).flatMap(([name, range]) => {
    if (NOT_LOADED.includes(name)) return [];
    if (name.startsWith(`${scopeOf(version)}/`)) return [`${name}@${version}`];
    if (!LOADED.includes(name)) return [];
    if (name === "typebox" && typebox) return [`${name}@${typebox}`];
    return [`${name}@${/^\d/.test(range) ? range : INSTEAD_OF_RANGE[name]}`];
  });
}

/** Packs packages and unpacks them into a node_modules. @param {string[]} packages @param {string} modules */
function unpack(packages, modules) {
  const packed = npm(["pack", "--pack-destination", modules, ...packages]);
  return packed.map((/** @type {{ name: string, filename: string }} */ { name, filename }) => {
    const folder = join(modules, name);
    mkdirSync(folder, { recursive: true });
    // By name: to GNU tar, which Git brings to Windows, the part before a colon is another machine.
    const { status, stderr } = spawnSync("tar", ["-xzf", filename, "--strip-components=1", "-C", name], {
      cwd: modules,
    });
    if (status !== 0) throw new Problem(`tar could not unpack ${join(modules, filename)}:\n${stderr}`);
    rmSync(join(modules, filename));
    // Not left to tar, as not every tar can leave out files.
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const unused of names.filter((file) => UNUSED.test(file)))
      rmSync(join(folder, unused), { recursive: true, force: true });
    return folder;
  });
}

/** @param {string} reference a version, perhaps with a typebox */
function install(reference) {
  const [version, build] = reference.split("+");
  const typebox = build?.replace(/^typebox\./, "");
  mkdirSync(REFERENCES, { recursive: true });
  // Moved to its name when all is there: a broken download leaves nothing that looks like a reference.
  const unfinished = mkdtempSync(join(REFERENCES, ".unfinished-"));
  const modules = join(unfinished, "node_modules");
  mkdirSync(modules);
  try {
    const seen = new Set();
    let wanted = [`${scopeOf(version)}/pi-agent-core@${version}`, `${scopeOf(version)}/pi-ai@${version}`];
    while (wanted.length > 0) {
      for (const one of wanted) seen.add(one);
      const folders = unpack(wanted, modules);
      const needed = folders.flatMap((/** @type {string} */ folder) => {
        const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
        return loadedOf(dependencies, version, typebox);
      });
      wanted = [...new Set(needed)].filter((one) => !seen.has(one));
    }
    renameSync(unfinished, join(REFERENCES, reference));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

try {
  const asked = process.argv.slice(2);
  const wanted = asked.length === 0 ? TESTED : asked.flatMap((name) => (name === "all" ? published() : [name]));
  for (const reference of wanted) {
    if (existsSync(join(REFERENCES, reference))) continue;
    console.log(`> pi ${reference}`);
    install(reference);
  }
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}
