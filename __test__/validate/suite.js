/** Cases of the JSON-Schema-Test-Suite, through the reference and the product. */
import { compareValidation } from "./compare.js";

/**
 * Each case is tried as the root's schema and as a property's. What counts is the reference, not the suite's verdict.
 * @param {{ reference, product }} implementations
 * @param {{ description: string, schema: unknown, tests: { description: string, data: unknown, valid: boolean }[] }} group
 * @returns {{ name: string, difference: string | undefined, isUnlikeSuite: boolean }[]}
 */
export function compareGroup(implementations, { description, schema, tests }) {
  const property = { type: "object", properties: { v: schema }, required: ["v"] };
  return tests.flatMap((test) => {
    const inputs = [
      { parameters: schema, args: test.data },
      { parameters: property, args: { v: test.data } },
    ];
    return inputs.map((input) => {
      const { expected, difference } = compareValidation(implementations, input);
      const name = `${description}, ${test.description}: ${JSON.stringify(input)}`;
      return { name, difference, isUnlikeSuite: (expected.kind === "value") !== test.valid };
    });
  });
}
