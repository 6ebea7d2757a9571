/** Refinements: JavaScript predicates in a schema, asked and understood as the reference does it. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { outcome, refused } from "./validate/agree.js";

const one = (v) => ({ type: "object", properties: { v } });
const refined = (check, error = () => "nope") => ({ "~refine": [{ check, error }] });

describe("a refinement that is an instance of a class", () => {
  class Above {
    constructor(bound) {
      this.bound = bound;
    }
    check(value) {
      return value > this.bound;
    }
    error(value) {
      return `${value} is not above ${this.bound}`;
    }
  }

  it("has its functions from the class", () => {
    const schema = one({ "~refine": [new Above(3)] });
    outcome(schema, { v: 9 });
    expect(refused(schema, { v: 1 })).toEqual(["v: 1 is not above 3"]);
    const derived = one({ "~refine": [Object.create({ check: (value) => value > 3, error: () => "small" })] });
    expect(refused(derived, { v: 1 })).toEqual(["v: small"]);
  });

  it("so has a schema its keywords", () => {
    const schema = one(Object.create({ type: "string", minLength: 2 }, { maxLength: { value: 3, enumerable: true } }));
    for (const v of ["a", "ab", "abcd", 5, null]) outcome(schema, { v });
    outcome(Object.create(one({ type: "number" })), { v: "5" });
  });
});

const GIVEN = { one: 1, zero: 0, text: "x", object: {}, undefined, true: true, NaN: Number.NaN };

describe("a check that gives something else than true or false", () => {
  const given = Object.entries(GIVEN);

  it.each(given)("%s, in each keyword that has schemas", { timeout: 60_000 }, (_, value) => {
    const schema = refined(() => value);
    const twice = { "~refine": [...schema["~refine"], ...schema["~refine"]] };
    const inner = [
      [schema, 5],
      [{ type: "number", ...schema }, 5],
      [twice, 5],
      [{ properties: { a: schema } }, { a: 5 }],
      [{ properties: { a: schema, b: {} } }, { a: 5 }],
      [{ properties: { a: schema, b: {} } }, { a: 5, b: 5 }],
      [{ properties: { a: schema }, minProperties: 1 }, { a: 5 }],
      [{ patternProperties: { a: schema } }, { a: 5 }],
      [{ additionalProperties: schema }, { a: 5 }],
      [{ propertyNames: schema }, { a: 5 }],
      [{ dependentSchemas: { a: schema } }, { a: 5 }],
      [{ dependencies: { a: schema } }, { a: 5 }],
      [{ allOf: [schema] }, 5],
      [{ anyOf: [schema] }, 5],
      [{ oneOf: [schema] }, 5],
      [{ not: schema }, 5],
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
      [{ if: schema, then: schema, else: { type: "string" } }, 5],
      [{ if: schema }, 5],
      [{ items: schema }, [5]],
      [{ items: [schema] }, [5]],
      [{ items: [schema, {}] }, [5]],
      [{ prefixItems: [schema] }, [5]],
      [{ contains: schema }, [5]],
      [{ $ref: "#/$defs/refined" }, 5],
    ];
    for (const [tried, v] of inner) {
      for (const keyword of ["oneOf", "anyOf", "allOf"]) {
        for (const other of [{ type: "number" }, { type: "string" }, {}]) {
          const parameters = { ...one({ [keyword]: [tried, other] }), $defs: { refined: schema } };
          outcome(parameters, { v });
          outcome({ ...parameters, unevaluatedProperties: false }, { v });
        }
      }
      outcome({ ...one(tried), $defs: { refined: schema } }, { v });
    }
    outcome(Type.Object({ v: Type.Union([Type.Refine(Type.Number(), () => value), Type.String()]) }), { v: 5 });
  });
});
