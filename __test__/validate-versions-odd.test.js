/**
 * Schemas and types that no builder makes and no server should send, by the rules of each version: they hold themselves, cannot
 * be compiled, or have functions of their own.
 */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { outcome, pairs, properties, REFUSED } from "./validate/versions.js";

const EVERY = ["0.73.1", "0.79.1", "0.84.0", "0.84.2", "1.3.0", "1.6.0"];

describe.each(EVERY)("by %s, a schema that holds itself", (version) => {
  const own = () => {
    const tree = { type: "object", properties: { name: { type: "string" } } };
    tree.properties.children = { type: "array", items: tree };
    return tree;
  };
  const closed = { type: "object", properties: { a: { type: "number" } }, unevaluatedProperties: false };
  const inner = { properties: { a: { unevaluatedItems: false } } };

  it.each([
    ["where nothing looks", { ...closed, $defs: { tree: own() } }],
    ["in a keyword that is none", { ...closed, "x-meta": own() }],
    ["in a default", { ...closed, properties: { a: { type: "number", default: own() } } }],
    ["behind the keyword that ends the look", { ...inner, $defs: { tree: own() } }],
    ["before it", { $defs: { tree: own() }, ...inner }],
    [
      "in a member of a union",
      { ...closed, properties: { a: { anyOf: [{ type: "number", default: own() }, { type: "boolean" }] } } },
    ],
    ["where null may be dropped", { ...closed, properties: { a: { type: "number", description: own() } } }],
    ["beside a union", { ...closed, anyOf: [{ type: "object" }, { type: "number" }], $defs: { tree: own() } }],
    ["where values come by", { ...closed, properties: { a: { type: "number" }, tree: own() } }],
    ["without that keyword", { properties: { a: { type: "number" } }, $defs: { tree: own() } }],
    ["beside values that are shown", { properties: { tree: own(), a: { enum: [{ k: 1 }, [2]] } } }],
    ["beside a constant that is shown", { properties: { tree: own(), a: { const: [1, { k: [] }] } } }],
  ])("%s", (_, parameters) => {
    for (const args of [
      {},
      { a: 1 },
      { a: "x" },
      { a: "5" },
      { a: null },
      { a: 1, b: 2 },
      { tree: { name: 5, children: [{}] } },
      5,
    ]) {
      outcome(version, parameters, args);
    }
  });
});

describe.each(EVERY)("by %s, a schema that cannot be compiled", (version) => {
  it("is compiled once it has been mended", () => {
    const broken = [
      properties({ a: { pattern: "(" } }),
      properties({ a: 5 }),
      properties({ a: null }),
      properties({
        a: { type: "string" },
        get b() {
          throw new Error("not yet");
        },
      }),
    ];
    for (const parameters of broken) {
      const [args, other] = [{ a: "x" }, { a: "y", b: 5 }];
      outcome(version, parameters, args);
      outcome(version, parameters, other);
      Object.defineProperty(parameters.properties, "a", { value: { type: "string", maxLength: 1 } });
      Object.defineProperty(parameters.properties, "b", { value: true, enumerable: true });
      if (parameters === broken[0]) expect(outcome(version, parameters, args)).toEqual(args);
      outcome(version, parameters, args);
      outcome(version, parameters, other);
    }
  });
});

describe.each(EVERY)("by %s, a guard of a type", (version) => {
  const never = { check: () => false, errors: () => [] };

  it.each([
    ["alone", { "~guard": never }],
    ["that takes what is 1", { "~guard": { check: (value) => value === 1, errors: () => [{}, {}] } }],
    [
      "with something of its own",
      {
        "~guard": {
          check() {
            return this.x;
          },
          errors: () => [],
          x: 1,
        },
      },
    ],
    ["that gives what counts as true", { "~guard": { check: (value) => value, errors: () => [] } }],
    ["beside a type", { type: "string", const: "a", "~guard": never }],
    ["beside a refinement", { "~guard": never, "~refine": [{ check: () => false, error: () => "refined" }] }],
    ["in a union", { anyOf: [{ "~guard": never }, { type: "number" }] }],
    ["where all but one may hold", { not: { "~guard": { check: (value) => value === 1, errors: () => [] } } }],
    [
      "that throws",
      {
        "~guard": {
          check() {
            throw new Error("no");
          },
          errors: () => [],
        },
      },
    ],
    [
      "whose errors throw",
      {
        "~guard": {
          check: () => false,
          errors() {
            throw new Error("no");
          },
        },
      },
    ],
    ["without errors", { "~guard": { check: () => false } }],
    ["without a check", { "~guard": { errors: () => [] } }],
    [
      "of a class",
      {
        "~guard": new (class {
          check(value) {
            return value === 1;
          }
          errors() {
            return [];
          }
        })(),
      },
    ],
    [
      "whose errors are no text",
      { "~guard": { check: () => false, errors: () => [Object.create(null), Symbol("q")] } },
    ],
    ["that is none", { "~guard": 5 }],
  ])("%s", (_, type) => {
    for (const a of [1, "a", "5", null, {}]) {
      outcome(version, properties({ a: type }), { a });
      outcome(version, type, a);
    }
  });

  it("is asked since the first pi that has it and until 0.82", () => {
    const said = outcome(version, properties({ a: { "~guard": never } }), { a: 1 });
    expect(said).toEqual(version === "0.79.1" ? `${REFUSED}  - a: must match check function` : { a: 1 });
  });
});

it.each(EVERY)("by %s, a refinement gives what it gives", (version) => {
  const refined = (gives) => ({ "~refine": [{ check: () => gives, error: () => "no" }] });
  for (const gives of ["yes", 1, true, false, 0, {}]) {
    for (const word of ["oneOf", "anyOf", "allOf"]) {
      for (const other of [{ type: "number" }, { type: "string" }]) {
        for (const a of ["q", 5]) outcome(version, properties({ a: { [word]: [refined(gives), other] } }), { a });
      }
    }
  }
});

it.each(["0.73.1", "0.79.1", "1.3.0"])("by %s, a refinement that throws leaves the schema compiled", (version) => {
  const check = (value) => {
    if (value === "boom") throw new Error("no");
    return true;
  };
  const parameters = properties({ a: { type: "string", "~refine": [{ check, error: () => "no" }] } });
  const { reference, product } = pairs.get(version);
  const [expected, given] = [reference, product].map(({ validateToolArguments }) => {
    const own = { ...parameters, properties: { a: { ...parameters.properties.a } } };
    const call = (a) => {
      try {
        return validateToolArguments({ name: "probe", parameters: own }, { name: "probe", arguments: { a } });
      } catch (error) {
        return error.message;
      }
    };
    const said = [call("boom")];
    own.properties.a.maxLength = 1;
    return [...said, call("xyz")];
  });
  expect(given).toEqual(expected);
});

it("a refusal is not longer than memory and V8 have room for", () => {
  const items = { const: "c".repeat(1_000_000) };
  expect(() =>
    pairs
      .get("1.6.0")
      .product.validateToolArguments(
        { name: "probe", parameters: properties({ a: { type: "array", items } }) },
        { name: "probe", arguments: { a: Array.from({ length: 10_000 }, () => 1) } },
      ),
  ).toThrow("Invalid string length");
  let shared = {};
  for (let n = 0; n < 22; n++) shared = { ["k".repeat(150)]: shared, y: shared };
  expect(() =>
    pairs
      .get("1.6.0")
      .product.validateToolArguments(
        { name: "probe", parameters: properties({ a: { enum: [shared] } }) },
        { name: "probe", arguments: { a: 1 } },
      ),
  ).toThrow("Invalid string length");
});

/** Types that no builder of TypeBox makes. */
describe.each([
  ["0.79.1", "map", "values.map is not a function", "Cannot read properties of null (reading 'allOf')"],
  ["0.84.0", "map", "values.map is not a function", "Cannot read properties of null (reading 'allOf')"],
  ["1.3.0", "length", "array.slice is not a function", "Cannot read properties of null (reading 'allOf')"],
  ["0.73.1", "length", "array.slice is not a function", "Cannot convert undefined or null to object"],
])("by %s, a type that is none", (version, member, noArray, noType) => {
  const kind = (name, type) => Object.defineProperty(type, "~kind", { value: name, configurable: true });
  const object = (a) => kind("Object", properties({ a }));
  const nothing = [null, undefined, 5, "x", "", true, false, {}, { length: 0 }, { length: 1 }, [], [null], [5], ["x"]];

  it.each([
    ["an enumeration", (values) => kind("Enum", { enum: values })],
    ["a union", (members) => kind("Union", { anyOf: members })],
    ["an intersection", (members) => kind("Intersect", { allOf: members })],
  ])("%s", (_, type) => {
    for (const what of nothing) {
      for (const a of [5, "x", [1], {}, null]) {
        outcome(version, type(what), a);
        outcome(version, object(type(what)), { a });
        outcome(version, kind("Intersect", { allOf: [object(type(what))] }), { a });
        outcome(version, object(kind("Intersect", { allOf: [type(what), kind("String", { type: "string" })] })), { a });
        outcome(version, object(kind("Cyclic", { $defs: { A: type(what) }, $ref: "A" })), { a });
      }
    }
  });

  it("is refused in V8's words", () => {
    const by = (type) => outcome(version, object(type), { a: 5 });
    expect(by(kind("Enum", { enum: null }))).toBe(`Cannot read properties of null (reading '${member}')`);
    expect(by(kind("Enum", { enum: 5 }))).toBe(noArray);
    expect(by(kind("Union", { anyOf: [5] }))).toBe("Cannot use 'in' operator to search for 'type' in 5");
    expect(by(kind("Intersect", { allOf: [null] }))).toBe(noType);
  });
});

/** TypeBox before 1.4 copies what it made of an intersection, and leaves out there what could reach a prototype. */
describe.each([
  ["0.73.1", 2],
  ["0.79.1", 2],
  ["0.84.0", `${REFUSED}  - x.constructor: must be integer`],
  ["1.3.0", `${REFUSED}  - x.constructor: must be integer`],
])("by %s", (version, expected) => {
  const own = (key, value) => Object.defineProperty({}, key, { value, enumerable: true });
  const object = (key) => Type.Object(own(key, Type.Integer()));

  it("a property of an intersection has any name", () => {
    const made = outcome(version, Type.Object({ x: Type.Intersect([object("constructor")]) }), {
      x: own("constructor", 2.5),
    });
    expect(made.x?.constructor ?? made).toBe(expected);
    for (const key of ["constructor", "prototype", "__proto__", "toString", "a"]) {
      const [type, wholes] = [object(key), Type.Object({ b: Type.Optional(Type.Integer()) })];
      for (const value of [own(key, 2.5), own(key, "3"), own(key, "x"), {}]) {
        outcome(version, type, value);
        for (const types of [[type], [type, wholes], [wholes, type], [type, type], [Type.Union([type, wholes])]]) {
          outcome(version, Type.Intersect(types), value);
        }
        const inner = [type, Type.Union([type, Type.Null()]), Type.Cyclic({ A: type }, "A"), Type.Tuple([type])];
        for (const x of inner) {
          outcome(version, Type.Intersect([Type.Object({ x })]), { x: value });
          outcome(version, Type.Intersect([Type.Object({ x })]), { x: [value] });
        }
        outcome(version, Type.Cyclic({ A: Type.Intersect([type]) }, "A"), value);
      }
    }
  });
});
