/** Odd schemas, tools and arguments, made by hand rather than by a model: judged as the reference judges them. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { runProgram } from "./programs/run.js";
import { implementations } from "./validate/agree.js";

const { product, reference } = implementations;

/** What a call gives, or the text of what it throws. */
function outcome(implementation, tool, toolCall) {
  try {
    return { value: implementation.validateToolArguments(tool, toolCall) };
  } catch (error) {
    return { text: error.message };
  }
}

const call = (args) => ({ name: "probe", arguments: args });
const withPattern = { type: "object", properties: { a: { pattern: /z/ } } };
// Without a type: coercion would fill the hole.
const manyIntegers = { properties: { list: { type: "array", items: { type: "integer" } } } };
/** @param {{ hole: boolean }} options whether there is nothing at one place, or undefined */
function longList({ hole }) {
  const list = Array.from({ length: 100 }, (_, n) => (n === 50 ? undefined : n));
  if (hole) delete list[50];
  return list;
}
const refined = (bound) => ({
  type: "object",
  properties: {
    a: {
      "~refine": [
        {
          bound,
          check(value) {
            return value > this.bound;
          },
          error() {
            return `not above ${this.bound}`;
          },
        },
      ],
    },
  },
});

describe("as in the reference", () => {
  it.each([
    ["a regular expression object as pattern, not matched", { parameters: withPattern }, call({ a: "q" })],
    ["a regular expression object as pattern, matched", { parameters: withPattern }, call({ a: "zz" })],
    ["no schema", {}, call({ a: 1 })],
    ["null for a schema", { parameters: null }, call({})],
    ["a text for a schema", { parameters: "object" }, call({})],
    ["true for a schema", { parameters: true }, call({})],
    ["no call", { parameters: {} }, undefined],
    ["no tool", null, call({})],
    ["a refinement that looks at itself and refuses", { parameters: refined(3) }, call({ a: 1 })],
    ["a refinement that looks at itself and accepts", { parameters: refined(3) }, call({ a: 9 })],
    [
      "a refined TypeBox type",
      {
        parameters: Type.Object({
          a: Type.Refine(
            Type.Number(),
            (n) => n > 3,
            () => "small",
          ),
        }),
      },
      call({ a: 1 }),
    ],
    ["a long list with a hole", { parameters: manyIntegers }, call({ list: longList({ hole: true }) })],
    ["a long list with undefined", { parameters: manyIntegers }, call({ list: longList({ hole: false }) })],
    [
      "an own undefined under a name that the constant inherits",
      { parameters: { type: "object", properties: { c: { const: { a: 1 } }, d: { const: { a: 1 } } } } },
      call({ c: { toString: undefined }, d: Object.defineProperty({}, "__proto__", { enumerable: true }) }),
    ],
    [
      "an inherited function that coercion made an own one, and a constant that inherits it",
      {
        parameters: {
          type: "object",
          properties: { c: { type: "object", properties: { toString: {} }, const: { a: 1 } } },
        },
      },
      call({ c: {} }),
    ],
    ["a map without a prototype", { parameters: {} }, call({ m: Object.setPrototypeOf(new Map([[1, 2]]), null) })],
  ])("%s", (_, tool, toolCall) => {
    expect(outcome(product, tool, toolCall)).toEqual(outcome(reference, tool, toolCall));
  });
});

it("a getter in the arguments is asked once, also when long texts have to be written after all", () => {
  let reads = 0;
  const args = {
    get a() {
      reads++;
      return "1";
    },
    b: "x".repeat(100),
  };
  const properties = { a: { type: "integer" }, b: { type: "string", pattern: "^x" } };
  expect(product.validateToolArguments({ parameters: { type: "object", properties } }, call(args)).a).toBe(1);
  expect(reads).toBe(1);
});

it.each(["öз", "öн", "öм", "нüe", "ééfвö前"])("a key whose units were the bytes of %s is another one", (key) => {
  const misread = String.fromCharCode(...new TextEncoder().encode(key));
  const tool = { parameters: { type: "object", properties: { n: { type: "number" } } } };
  for (const args of [{ [misread]: 1 }, { [key]: 1 }, { [misread]: 1, [key]: 2 }]) {
    const toolCall = call({ n: "1", ...args });
    expect(outcome(product, tool, toolCall)).toEqual(outcome(reference, tool, toolCall));
  }
});

it("an array that is used many times is copied once", () => {
  const shared = Array.from({ length: 10_000 }, (_, n) => n);
  const args = { lists: Array.from({ length: 10_000 }, () => shared) };
  const { lists } = product.validateToolArguments({ parameters: {} }, call(args));
  expect(lists[9_999]).toBe(lists[0]);
  expect(lists[0]).toEqual(shared);
  expect(lists[0]).not.toBe(shared);
});

describe("arguments with a key __proto__ of their own", () => {
  const args = () => JSON.parse('{"__proto__": {"x": "1"}, "a": "s"}');
  const closed = { type: "object", properties: { a: { type: "string" } } };

  it("keep it under a schema without alternatives", () => {
    for (const implementation of [product, reference]) {
      const { value } = outcome(implementation, { parameters: closed }, call(args()));
      expect(Object.keys(value)).toEqual(["__proto__", "a"]);
    }
  });

  it("lose it where there are alternatives at the root; what it held becomes inherited in the reference alone", () => {
    const tool = { parameters: { anyOf: [closed] } };
    for (const implementation of [product, reference]) {
      const { value } = outcome(implementation, tool, call(args()));
      expect(Object.keys(value)).toEqual(["a"]);
    }
    expect(outcome(product, tool, call(args())).value.x).toBeUndefined();
    expect(outcome(reference, tool, call(args())).value.x).toBe("1");
  });
});

describe("in a program that froze the prototypes", () => {
  it("arguments may be named after what objects inherit", { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await runProgram("frozen-prototypes.js");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const [{ product, reference }, ...others] = JSON.parse(stdout);
    expect(product).toEqual(reference);
    expect(product).toEqual({ toString: "x", constructor: 5 });
    for (const other of others) expect(other.product).toEqual(other.reference);
  });
});

describe("TypeBox types whose parts are none", () => {
  const parts = [undefined, null, 5, "ab", true, {}, { a: 1 }, [], [{ type: "string" }]];
  const places = [
    ["Tuple", "items"],
    ["Union", "anyOf"],
    ["Intersect", "allOf"],
    ["Object", "properties"],
    ["Record", "patternProperties"],
    ["Array", "items"],
    ["Ref", "$ref"],
    ["Cyclic", "$defs"],
    ["Cyclic", "$ref"],
  ];

  it.each(places)("%s with other %s", (kind, key) => {
    for (const part of parts) {
      const type = Object.defineProperty(part === undefined ? {} : { [key]: part }, "~kind", { value: kind });
      const schemas = [
        type,
        Type.Object({ v: type }),
        Type.Object({ v: Type.Optional(Type.Number()), w: type }),
        { type: "object", properties: { v: { anyOf: [type, { type: "string" }] } } },
      ];
      for (const parameters of schemas) {
        for (const args of [{ v: 1 }, { v: "x" }, { v: [1] }, { v: { a: 1 } }, {}]) {
          const tool = { parameters };
          expect(outcome(product, tool, call(args))).toEqual(outcome(reference, tool, call(args)));
        }
      }
    }
  });
});
