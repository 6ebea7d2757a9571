#!/usr/bin/env node
// The command line: `npx pi-toolcalls doctor`, `npx pi-toolcalls timeline trace.json`.
import { parseArgs } from "node:util";

const USAGE = `Usage: pi-toolcalls doctor [--json] [folder]
       pi-toolcalls timeline [--svg out.svg] trace.json

  doctor    shows this runtime, the addon, and for each copy of pi that the folder (by default this one) or the
            \`pi\` command would load, whether \`pi-toolcalls/register\` takes its loop over
  timeline  draws the batches of a run that was traced: PI_TOOLCALLS_TRACE=trace.json node app.js

  --json    the same as JSON
  --svg     a picture in this file instead of the terminal

Exit code: 0 when the addon runs and each copy found is covered, or the timeline is drawn, 1 otherwise, 2 when the command
is not understood.`;

/** @param {string} [problem] */
function misunderstood(problem) {
  console.error(problem === undefined ? USAGE : `${problem}\n\n${USAGE}`);
  process.exitCode = 2;
}

/** @returns {Promise<void>} */
async function main() {
  let parsed;
  try {
    const options = /** @type {const} */ ({
      json: { type: "boolean" },
      svg: { type: "string" },
      help: { type: "boolean", short: "h" },
    });
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return misunderstood(/** @type {Error} */ (error).message);
  }
  // A command is no run to be traced.
  delete process.env.PI_TOOLCALLS_TRACE;
  const { json, svg, help } = parsed.values;
  const [command, place, ...more] = parsed.positionals;
  if (help) return console.log(USAGE);
  if (command === undefined) return misunderstood();
  if (command === "doctor" && more.length === 0 && svg === undefined) {
    const { doctor } = await import("./doctor.js");
    process.exitCode = await doctor({ folder: place ?? process.cwd(), json: json === true });
  } else if (command === "timeline" && place !== undefined && more.length === 0 && json === undefined) {
    const { timeline } = await import("./timeline/timeline.js");
    process.exitCode = timeline({ file: place, svg });
  } else {
    misunderstood(`Not a command: ${process.argv.slice(2).join(" ")}`);
  }
}

await main();
