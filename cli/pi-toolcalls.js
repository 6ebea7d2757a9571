#!/usr/bin/env node
// The command line: `npx pi-toolcalls doctor`.
import { parseArgs } from "node:util";
import { doctor } from "./doctor.js";

const USAGE = `Usage: pi-toolcalls doctor [--json] [folder]

  doctor    shows this runtime, the addon, and for each copy of pi that the folder (by default this one) or the
            \`pi\` command would load, whether \`pi-toolcalls/register\` takes its loop over

  --json    the same as JSON

Exit code: 0 when the addon runs and each copy found is covered, 1 otherwise, 2 when the command is not understood.`;

/** @param {string} [problem] */
function misunderstood(problem) {
  console.error(problem === undefined ? USAGE : `${problem}\n\n${USAGE}`);
  process.exitCode = 2;
}

/** @returns {Promise<void>} */
async function main() {
  let parsed;
  try {
    const options = /** @type {const} */ ({ json: { type: "boolean" }, help: { type: "boolean", short: "h" } });
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return misunderstood(/** @type {Error} */ (error).message);
  }
  const [command, folder = process.cwd(), ...more] = parsed.positionals;
  if (parsed.values.help) return console.log(USAGE);
  if (command === undefined) return misunderstood();
  if (command !== "doctor" || more.length > 0) return misunderstood(`Not a command: ${parsed.positionals.join(" ")}`);
  process.exitCode = await doctor({ folder, json: parsed.values.json === true });
}

await main();
