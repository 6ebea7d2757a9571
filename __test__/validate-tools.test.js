/** The schemas of published tools, each with arguments that a model could have sent. `TOOL_CALLS=200` is the whole proof. */
import { describe, expect, it } from "vitest";
import { implementations } from "./validate/agree.js";
import { realTools, spoiledFor } from "./validate/cases.js";
import { compareValidation } from "./validate/compare.js";

const CALLS = Number(process.env.TOOL_CALLS ?? 20);
const SLICE = 200;
const slices = Array.from({ length: Math.ceil(realTools.length / SLICE) }, (_, n) => n * SLICE);

describe(`${CALLS} spoiled calls of each published tool agree with the reference`, () => {
  it.each(slices)("from tool %i", { timeout: CALLS * 30_000 }, (from) => {
    for (const [at, { source, name, parameters }] of realTools.slice(from, from + SLICE).entries()) {
      for (let call = 0; call < CALLS; call++) {
        const args = spoiledFor(parameters, (from + at) * 1000 + call);
        const { difference } = compareValidation(implementations, { parameters, args });
        if (difference !== undefined)
          expect.fail(`${source} ${name}, call ${call}: ${JSON.stringify(args)}\n${difference}`);
      }
    }
  });
});
