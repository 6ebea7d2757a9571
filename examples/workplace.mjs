// A folder to work in: a copy of this repository's files, made for the demo and removed after it.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What git does not track here. Asked only where git cannot say, as in an unpacked archive. */
const UNTRACKED = new Set([".git", "node_modules", "target"]);

/** Copies the tracked files into a new folder and gives its path. */
export function copyOfRepository() {
  const folder = mkdtempSync(join(tmpdir(), "pi-toolcalls-demo-"));
  const tracked = trackedFiles();
  if (tracked) {
    for (const file of tracked) cpSync(join(root, file), join(folder, file));
  } else {
    const filter = (/** @type {string} */ path) => !UNTRACKED.has(basename(path)) && !path.endsWith(".node");
    cpSync(root, folder, { recursive: true, filter });
  }
  return folder;
}

function trackedFiles() {
  try {
    const list = execFileSync("git", ["ls-files", "-z"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const files = list.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
    return files.length > 0 ? files : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} program */
export function onPath(program) {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}
