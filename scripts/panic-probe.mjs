// `npm run test:panic`: builds the addon with the cargo feature `panic-probe` beside the real one, and runs the program
// that sees a panic of the core become a rejected promise.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "target", "panic-probe");
const napi = join(root, "node_modules/@napi-rs/cli/dist/cli.js");

/** @param {string} program @param {string[]} args @param {{ env?: NodeJS.ProcessEnv }} [options] */
function step(program, args, options) {
  const status = run(program, args, root, options);
  if (status !== 0) process.exit(status ?? 1);
}

const cargo = process.env.CI ? ["--", "--locked"] : [];
const features = ["--features", "panic-probe"];
step(process.execPath, [napi, "build", "--platform", "--profile", "fast", ...features, "-o", folder, ...cargo]);
const addon = readdirSync(folder).find((name) => name.endsWith(".node"));
if (addon === undefined) throw new Error(`No addon in ${folder} after the build`);
const env = { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: join(folder, addon) };
step(process.execPath, [join(root, "__test__/programs/panic.mjs")], { env });
