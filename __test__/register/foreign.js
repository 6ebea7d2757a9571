// Packages that look like pi's: copies of the installed pi-agent-core with something about them changed.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));

/**
 * @typedef {object} Change
 * @property {string} [name] of the package
 * @property {string} [version]
 * @property {string} [manifest] the whole text of its `package.json`
 * @property {string} [place] of the loop's module in it
 * @property {(source: string) => string} [source] changes the loop
 */

/**
 * Makes such a package and gives the address of its loop.
 * @param {Change} change
 */
export function foreignCopy({ name = "@mariozechner/pi-agent-core", version = "0.73.1", ...change }) {
  // Node.js names a module by its real path, and on macOS the folder for temporary files is behind a link.
  const project = realpathSync(mkdtempSync(join(tmpdir(), "pi-toolcalls-")));
  const folder = join(project, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(modules, "@mariozechner/pi-agent-core/dist"), join(folder, "dist"), { recursive: true });
  const manifest = change.manifest ?? JSON.stringify({ name, version, type: "module", main: "./dist/index.js" });
  writeFileSync(join(folder, "package.json"), manifest);
  // What the loop imports comes from this repository's folder.
  mkdirSync(join(folder, "node_modules/@mariozechner"), { recursive: true });
  symlinkSync(join(modules, "@mariozechner/pi-ai"), join(folder, "node_modules/@mariozechner/pi-ai"), "junction");
  const original = join(folder, "dist/agent-loop.js");
  const place = join(folder, change.place ?? "dist/agent-loop.js");
  const source = readFileSync(original, "utf8");
  mkdirSync(join(place, ".."), { recursive: true });
  writeFileSync(place, change.source?.(source) ?? source);
  return {
    url: pathToFileURL(place).href,
    entry: pathToFileURL(join(folder, "dist/index.js")).href,
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}
