/** The published validation of several versions beside the product's by their rules. */
import { expect } from "vitest";
import { loadPair } from "./against.js";

export const pairs = new Map();
for (const version of ["0.73.1", "0.79.1", "0.84.0", "0.84.2", "1.3.0", "1.6.0"])
  pairs.set(version, await loadPair(version));

/** What both say to these arguments by the rules of that version, or the test fails. */
export function outcome(version, parameters, args, more = {}) {
  const { reference, product } = pairs.get(version);
  const tool = { name: "probe", parameters };
  const said = [reference, product].map(({ validateToolArguments }) => {
    try {
      return validateToolArguments(tool, { name: "probe", arguments: args, ...more });
    } catch (error) {
      return error.message.split("\n\nReceived arguments:")[0];
    }
  });
  expect(said[1]).toEqual(said[0]);
  return said[1];
}

export const REFUSED = 'Validation failed for tool "probe":\n';
export const properties = (properties, more = {}) => ({ type: "object", properties, ...more });
