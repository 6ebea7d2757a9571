/** Schemas that are equal share what is compiled of them, and nobody notices. */
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createToolExecutor, stats, validateToolArguments } from "../index.js";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");

const call = (args) => ({ name: "t", arguments: args });
const positive = () => ({ type: "object", properties: { v: { type: "integer", minimum: 1 } }, required: ["v"] });

function refusal(validate, parameters, args) {
  try {
    validate({ parameters }, call(args));
  } catch (error) {
    return error.message.split("\n")[1];
  }
  return undefined;
}

it("asks each schema's own functions", () => {
  const above = (bound) => ({
    type: "object",
    properties: { v: { "~refine": [{ check: (value) => value > bound, error: () => `not above ${bound}` }] } },
  });
  const [one, other] = [above(1), above(10)];
  expect(refusal(validateToolArguments, one, { v: 0 })).toBe("  - v: not above 1");
  expect(refusal(validateToolArguments, other, { v: 5 })).toBe("  - v: not above 10");
  expect(refusal(validateToolArguments, one, { v: 5 })).toBeUndefined();
});

it("judges each by the rules that it was handed over for", () => {
  const { validateToolArguments: later } = createToolExecutor({ compat: "1.6.0" });
  const words = [validateToolArguments, later].map((validate) => refusal(validate, positive(), { v: 0 }));
  expect(words[0]).toBe("  - v: must be >= 1");
  expect(words[1]).not.toBe(words[0]);
  expect(refusal(validateToolArguments, positive(), { v: 0 })).toBe(words[0]);
  expect(refusal(later, positive(), { v: 0 })).toBe(words[1]);
});

it("keeps what is compiled until the last of them is collected", async () => {
  const last = positive();
  for (let turn = 0; turn < 1000; turn++) validateToolArguments({ parameters: positive() }, call({ v: 1 }));
  validateToolArguments({ parameters: last }, call({ v: 1 }));
  const before = stats().validators;
  for (let round = 0; round < 20 && stats().validators > before - 900; round++) {
    gc();
    await setTimeout(5);
  }
  expect(stats().validators).toBeLessThanOrEqual(before - 900);
  expect(refusal(validateToolArguments, last, { v: 0 })).toBe("  - v: must be >= 1");
  expect(refusal(validateToolArguments, positive(), { v: 0 })).toBe("  - v: must be >= 1");
});
