/**
 * Random schemas and arguments through the reference and the product. `node __test__/fuzz-validate.mjs --help` says how to
 * run more of them and how to replay a seed.
 */
import { describe, expect, it } from "vitest";
import { implementations } from "./validate/agree.js";
import { caseOf, KINDS } from "./validate/cases.js";
import { compareValidation } from "./validate/compare.js";

/** How many of each kind: on references that lead to themselves the reference takes seconds until its stack gives out. */
const CASES = { references: 200 };
const MOST_CASES = 4000;

describe("random cases agree with the reference", () => {
  it.each(KINDS)("%s", { timeout: 300_000 }, (kind) => {
    for (let seed = 0; seed < (CASES[kind] ?? MOST_CASES); seed++) {
      const { difference } = compareValidation(implementations, caseOf(kind, seed));
      if (difference !== undefined) {
        expect.fail(`replay with --kind ${kind} --seed ${seed} --count 1 --show\n${difference}`);
      }
    }
  });
});
