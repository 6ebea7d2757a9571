// What building takes besides Node.js: a Rust toolchain, and a C compiler that links.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, Problem } from "./run.mjs";

/** `rust-version` of Cargo.toml. */
const OLDEST_RUST = [1, 88];

const C_COMPILER = {
  darwin: "Install Apple's command line tools: `xcode-select --install`.",
  win32: 'Install the "Desktop development with C++" workload of the Visual Studio Build Tools.',
}[/** @type {string} */ (process.platform)];

const C_COMPILER_ELSEWHERE =
  "Install gcc or clang: `apt-get install build-essential` (Debian, Ubuntu), `dnf install gcc` (Fedora), " +
  "`apk add build-base` (Alpine).";

/**
 * @param {string} root
 * @param {{ links: boolean }} needed whether something will be linked
 */
export function checkToolchain(root, { links }) {
  checkCargo(root);
  if (links) checkLinker(root);
}

/** @param {string} root */
function checkCargo(root) {
  const oldest = OLDEST_RUST.join(".");
  const answer = ask("cargo", ["--version"], root);
  if (!answer) {
    throw new Problem(`cargo was not found. Install Rust ${oldest} or newer, from https://rustup.rs, and try again.`);
  }
  const version = /^cargo (\d+)\.(\d+)\.\d+\S*/.exec(answer.stdout);
  if (answer.status !== 0 || !version) {
    throw new Problem(
      `\`cargo --version\` failed:\n${answer.stderr.trim()}\nIs a toolchain installed? \`rustup default stable\``,
    );
  }
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major < OLDEST_RUST[0] || (major === OLDEST_RUST[0] && minor < OLDEST_RUST[1])) {
    throw new Problem(
      `Rust ${oldest} or newer is needed, and this is ${version[0]}. With rustup: \`rustup update stable\`.`,
    );
  }
}

/**
 * Builds a program of one line. Looking for `cc` would not do: what links is cargo's configuration to say.
 * @param {string} root
 */
function checkLinker(root) {
  const folder = mkdtempSync(join(tmpdir(), "pi-toolcalls-"));
  try {
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src", "main.rs"), "fn main() {}\n");
    writeFileSync(
      join(folder, "Cargo.toml"),
      '[package]\nname = "links"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n',
    );
    const args = ["build", "--offline", "--quiet", "--manifest-path", join(folder, "Cargo.toml")];
    // The clone's folder, not that one: cargo looks for its configuration from there upwards.
    const answer = ask("cargo", [...args, "--target-dir", join(folder, "target")], root);
    if (answer?.status === 0) return;
    throw new Problem(
      `Rust could not link a program of one line. ${C_COMPILER ?? C_COMPILER_ELSEWHERE}\n` +
        `What cargo says:\n${answer?.stderr.trim()}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
