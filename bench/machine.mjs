// What was measured on, and which build of the addon: figures without these say nothing.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));

/** The processor, memory, operating system and Node.js, a line. */
export function describeMachine() {
  const [{ model }] = os.cpus();
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  return (
    `${os.availableParallelism()} cores of ${model.trim() || os.arch()}, ${gigabytes} GB, ` +
    `${os.type()} ${os.release()} ${os.arch()}, Node.js ${process.version} (V8 ${process.versions.v8})`
  );
}

/** How busy the machine is: processes that want to run, on average of the last minute. */
export const load = () => os.loadavg()[0];

/** @typedef {{ file: string, bytes: number, date: string, profile: string | undefined }} Binary */

/**
 * The addon's file as it was loaded. The profile is known where cargo's own output is still there to compare with.
 * @returns {Binary}
 */
export function describeBinary() {
  require("../index.cjs");
  const path = Object.keys(require.cache).find((name) => name.endsWith(".node"));
  if (path === undefined) throw new Error("the addon is loaded, but no .node file is");
  const { size, mtime } = statSync(path);
  return { file: basename(path), bytes: size, date: mtime.toISOString().slice(0, 10), profile: profileOf(path) };
}

/** @param {string} path */
function profileOf(path) {
  const built = readFileSync(path);
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  for (const profile of ["release", "fast", "debug"]) {
    const found = libraries(target, profile).find((file) => existsSync(file) && readFileSync(file).equals(built));
    if (found) return profile;
  }
  return undefined;
}

/** Where cargo leaves the library, with a target triple and without. @param {string} target @param {string} profile */
function libraries(target, profile) {
  const name = { win32: "pi_toolcalls.dll", darwin: "libpi_toolcalls.dylib" }[/** @type {string} */ (process.platform)];
  const file = name ?? "libpi_toolcalls.so";
  return [join(target, profile, file), join(target, triple(), profile, file)];
}

function triple() {
  const processor = process.arch === "arm64" ? "aarch64" : "x86_64";
  if (process.platform === "darwin") return `${processor}-apple-darwin`;
  if (process.platform === "win32") return `${processor}-pc-windows-msvc`;
  return `${processor}-unknown-linux-${require("../js/platform.js").addonFile().includes("musl") ? "musl" : "gnu"}`;
}
