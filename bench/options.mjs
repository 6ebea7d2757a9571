// What the person at the terminal asks for.

import { parseArgs } from "node:util";
import { CASES } from "./cases.mjs";
import { VERSIONS } from "./implementations.mjs";

export const HELP = `npm run bench [-- options]

The published loop and the addon in one process, in turn: how long each takes, and the ratio.

  --case NAME      only this case, and only its time; may be given several times
  --against V      only this published version: ${VERSIONS.join(" or ")} (default: each that runs here)
  --rounds N       at least N rounds a case (default 15)
  --quick          times alone, in a quarter of the time and less exact
  --json           everything as JSON on standard output instead of tables
  --any-build      measure a build of the addon that is no release build
  --help           this text

A run without --case, --against and --quick writes bench/results.md. It takes up to three minutes.

Cases: ${CASES.map(({ name }) => name).join(" ")}`;

/** What is wrong with the options, for the person at the terminal. */
export class WrongOption extends Error {}

/** @param {string[]} args */
export function readOptions(args) {
  const { values } = parse(args);
  return {
    help: values.help,
    json: values.json,
    quick: values.quick,
    anyBuild: values["any-build"],
    rounds: wholeNumber("rounds", values.rounds),
    cases: values.case?.map((name) =>
      oneOf(
        "case",
        name,
        CASES.map((benched) => benched.name),
      ),
    ),
    versions: values.against?.map((version) => oneOf("against", version, VERSIONS)),
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        case: { type: "string", multiple: true },
        against: { type: "string", multiple: true },
        rounds: { type: "string", default: "15" },
        quick: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        "any-build": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new WrongOption(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} name @param {string} text */
function wholeNumber(name, text) {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new WrongOption(`--${name} must be a whole number from 1 to 9,999, not ${text}`);
}

/** @param {string} name @param {string} value @param {string[]} allowed */
function oneOf(name, value, allowed) {
  if (allowed.includes(value)) return value;
  throw new WrongOption(`--${name} must be one of ${allowed.join(", ")}, not ${value}`);
}
