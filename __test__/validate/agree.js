/** For tests: one input through both, and what the specification says about it. */
import { expect } from "vitest";
import { loadImplementations } from "../play/implementations.js";
import { compareValidation } from "./compare.js";

export const implementations = await loadImplementations();

/** What `validateToolArguments` gives or throws, the same for the reference and the product, or the test fails. */
export function outcome(parameters, args, { name = "probe" } = {}) {
  const { expected, difference } = compareValidation(implementations, { parameters, args, tool: { name, parameters } });
  expect(difference).toBeUndefined();
  return expected;
}

/** The arguments that the tool gets, from both. */
export function accepted(parameters, args) {
  const { kind, text } = outcome(parameters, args);
  expect(kind, text).toBe("value");
  return implementations.product.validateToolArguments(
    { name: "probe", parameters },
    { name: "probe", arguments: args },
  );
}

/** The lines of the refusal, from both. */
export function refused(parameters, args) {
  const { kind, text } = outcome(parameters, args);
  expect(kind, text).toBe("thrown");
  const [head, rest] = text.split(":\n", 1).concat(text.slice(text.indexOf(":\n") + 2));
  expect(head).toBe('Validation failed for tool "probe"');
  const lines = rest.slice(0, rest.indexOf("\n\nReceived arguments:\n")).split("\n");
  return lines.map((line) => line.replace(/^ {2}- /, ""));
}

/** The text of an error that is no refusal, from both. */
export function failed(parameters, args) {
  const { kind, text } = outcome(parameters, args);
  expect(kind, text).toBe("thrown");
  expect(text).not.toContain("Validation failed");
  return text;
}
