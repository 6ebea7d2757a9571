// `npm run build:target -- <target>`: the release build of one of package.json's targets. Linux takes zig and cargo-zigbuild,
// which link for musl, and for any glibc that is asked for; elsewhere the machine's own toolchain does.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../run.mjs";
import { OLDEST_GLIBC } from "./oldest-glibc.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { napi } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const [target] = process.argv.slice(2);
if (!napi.targets.includes(target)) {
  console.error(`Not a target of package.json: ${target}. There are\n  ${napi.targets.join("\n  ")}`);
  process.exit(2);
}

/** The options that choose target and toolchain. */
function toolchain() {
  if (!target.includes("linux")) return ["--target", target];
  // What follows the dot is for zig alone.
  const linked = target.endsWith("gnu") ? `${target}.${OLDEST_GLIBC}` : target;
  return ["--target", linked, "--cross-compile"];
}

/** @param {string} program @param {string[]} args */
function step(program, args) {
  const status = run(program, args, root);
  if (status !== 0) process.exit(status ?? 1);
}

step("rustup", ["target", "add", target]);
const cli = join(root, "node_modules/@napi-rs/cli/dist/cli.js");
const files = ["--js", "native.cjs", "--dts", "native.d.ts"];
step(process.execPath, [cli, "build", "--platform", "--release", ...toolchain(), ...files, "--", "--locked"]);
