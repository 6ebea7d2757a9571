// Finds the copies of pi that a program in a folder, or the `pi` command, would load.
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import recognition from "../js/register/recognise.js";

/**
 * @typedef {object} Found
 * @property {string} name of the package
 * @property {string} version of the package
 * @property {string} path its folder
 * @property {boolean} covered whether `pi-toolcalls/register` takes its loop over
 * @property {string} [reason] why not
 */

/** @param {string} folder @returns {string[]} */
function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not there, or not for us to read
  }
}

/** The folders named node_modules at and above a folder. @param {string} folder @returns {string[]} */
function moduleFolders(folder) {
  const found = [];
  for (let at = folder; ; at = dirname(at)) {
    found.push(join(at, "node_modules"));
    if (at === dirname(at)) return found;
  }
}

/** The folder of the package that the `pi` on the search path belongs to, and whose modules it loads. */
function commandFolders() {
  const names = process.platform === "win32" ? ["pi.cmd"] : ["pi"];
  const places = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const command = places.find((place) => existsSync(place));
  if (command === undefined) return [];
  const folder = dirname(realpathSync(command));
  // npm's own command file on Windows stands beside the packages; a link leads into them elsewhere.
  return [...moduleFolders(folder), join(folder, "node_modules")];
}

/** pnpm keeps every version apart in a folder of its own. @param {string} modules @returns {string[]} */
function pnpmFolders(modules) {
  const store = join(modules, ".pnpm");
  return entriesOf(store).map((entry) => join(store, entry, "node_modules"));
}

/** @param {string} path of a package @returns {{ name?: unknown, version?: unknown }} */
function manifestOf(path) {
  try {
    return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  } catch {
    return {};
  }
}

/** The modules of a package that may hold pi's loop. @param {string} path @returns {string[]} */
function candidates(path) {
  const chunks = join(path, "dist/bundle/chunks");
  return [join(path, "dist/agent-loop.js"), ...entriesOf(chunks).map((chunk) => join(chunks, chunk))].filter(
    existsSync,
  );
}

/** @param {string} path of a package @returns {Found | undefined} nothing where the package has no loop of its own */
function examine(path) {
  const manifest = manifestOf(path);
  const [name, version] = [String(manifest.name), String(manifest.version)];
  for (const file of candidates(path)) {
    const { href } = pathToFileURL(file);
    if (!recognition.mayHoldLoop(href)) continue;
    const recognised = recognition.recognise(href, readFileSync(file, "utf8"));
    if (recognised === undefined) continue;
    if (recognised.code === undefined) return { name, version, path, covered: true };
    return { name, version, path, covered: false, reason: recognised.reason };
  }
  return undefined;
}

/**
 * Finds the copies of pi at and above a folder, behind the `pi` command, and beneath each other.
 * @param {string} folder
 * @returns {Found[]}
 */
export function findPi(folder) {
  const names = [...recognition.LIBRARIES, ...recognition.COMMANDS];
  const waiting = [...moduleFolders(folder), ...commandFolders()];
  /** @type {Set<string>} */
  const seen = new Set();
  const found = [];
  for (let modules = waiting.shift(); modules !== undefined; modules = waiting.shift()) {
    if (seen.has(modules)) continue;
    seen.add(modules);
    waiting.push(...pnpmFolders(modules));
    for (const name of names) {
      const link = join(modules, ...name.split("/"));
      if (!existsSync(link)) continue;
      const path = realpathSync(link);
      if (seen.has(path)) continue;
      seen.add(path);
      // What the package itself loads: beneath it, or beside the place it really is at.
      waiting.push(join(path, "node_modules"), dirname(dirname(path)));
      const copy = examine(path);
      if (copy) found.push(copy);
    }
  }
  return found;
}
