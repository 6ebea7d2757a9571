/**
 * Validation by the rules of other versions: random cases through the published package of each, and what their changes come
 * to. `node __test__/fuzz-validate.mjs --against 1.3.0` runs more.
 */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { caseOf, KINDS } from "./validate/cases.js";
import { compareValidation } from "./validate/compare.js";
import { outcome, pairs, properties, REFUSED } from "./validate/versions.js";

/** Each with the rules that it began; a version that is added here is compared. */
const VERSIONS = ["0.84.0", "0.84.2", "1.3.0", "1.6.0"];

/** How many of each kind, and from where: TypeBox 1.3.27 takes a minute until its stack gives out on some before and behind. */
const CASES = { references: 120 };
const MOST_CASES = 700;
const FIRST = 310;

describe.each(VERSIONS)("random cases agree with %s", (version) => {
  it.each(KINDS)("%s", { timeout: 300_000 }, (kind) => {
    for (let seed = FIRST; seed < FIRST + (CASES[kind] ?? MOST_CASES); seed++) {
      const { difference } = compareValidation(pairs.get(version), caseOf(kind, seed));
      if (difference !== undefined) {
        expect.fail(`replay with --against ${version} --kind ${kind} --seed ${seed} --count 1 --show\n${difference}`);
      }
    }
  });
});

describe("unions", () => {
  const numberOrNull = properties({ a: { anyOf: [{ type: "number" }, { type: "null" }] } });
  const either = properties({ a: { oneOf: [{ type: "string" }, { type: "number", minimum: 5 }] } });

  it.each([
    ["0.79.1", numberOrNull, { a: null }, { a: 0 }],
    ["0.84.0", numberOrNull, { a: null }, { a: null }],
    ["0.79.1", either, { a: 7 }, { a: "7" }],
    ["0.84.0", either, { a: 7 }, { a: 7 }],
    ["0.84.0", either, { a: 3 }, { a: "3" }],
  ])("by %s, %j makes of %j %j", (version, parameters, args, expected) => {
    expect(outcome(version, parameters, args)).toEqual(expected);
  });
});

describe("null in what may be missing", () => {
  const text = { type: "string" };

  it.each([
    ["0.84.0", properties({ a: text }), { a: null }, { a: "" }],
    ["0.84.2", properties({ a: text }), { a: null }, {}],
    ["0.84.2", properties({ a: text }, { required: ["a"] }), { a: null }, { a: "" }],
    ["0.84.2", properties({ a: { type: ["string", "null"] } }), { a: null }, { a: null }],
    ["0.84.2", properties({ a: properties({ b: text }) }), { a: { b: null } }, { a: {} }],
    ["0.84.2", properties({ a: { type: "array", items: properties({ b: text }) } }), { a: [{ b: null }] }, { a: [{}] }],
    ["0.84.2", properties({ a: { items: [true, properties({ b: text })] } }), { a: [1, { b: null }] }, { a: [1, {}] }],
    ["0.84.2", properties({ a: true }), { a: null }, { a: null }],
    [
      "0.84.2",
      properties({ a: { $ref: "#/$defs/A" } }, { $defs: { A: text } }),
      { a: null },
      `${REFUSED}  - a: must be string`,
    ],
    [
      "0.84.2",
      properties({ a: { pattern: "(" } }),
      { a: null },
      "Invalid regular expression: /(/u: Unterminated group",
    ],
    [
      "0.84.2",
      properties({ a: text }, { required: 5 }),
      { a: null },
      "number 5 is not iterable (cannot read property Symbol(Symbol.iterator))",
    ],
    ["0.84.2", properties({ a: { allOf: [{ $ref: "#/$defs/A" }] } }, { $defs: { A: {} } }), { a: null }, {}],
  ])("by %s, %j makes of %j %j", (version, parameters, args, expected) => {
    expect(outcome(version, parameters, args)).toEqual(expected);
  });
});

describe("what the call itself says about its arguments", () => {
  const anything = properties({});

  it("refuses it since 1.3.0, before anything else is looked at", () => {
    const argumentsError = "Unexpected end\n\nReceived arguments:\n{";
    expect(outcome("1.3.0", anything, {}, { argumentsError })).toBe(
      'Invalid arguments for tool "probe": Unexpected end',
    );
    expect(outcome("1.3.0", null, () => {}, { argumentsError: 5 })).toBe('Invalid arguments for tool "probe": 5');
    expect(outcome("1.3.0", anything, {}, { argumentsError: "" })).toEqual({});
    expect(outcome("0.84.2", anything, {}, { argumentsError })).toEqual({});
  });

  it("is read as often as the reference reads it", () => {
    const counts = [pairs.get("1.3.0").reference, pairs.get("1.3.0").product].map(({ validateToolArguments }) => {
      const read = [];
      const call = new Proxy(
        { name: "probe", argumentsError: "no" },
        { get: (call, key) => read.push(key) && call[key] },
      );
      expect(() => validateToolArguments({ name: "probe", parameters: anything }, call)).toThrow("no");
      return read;
    });
    expect(counts[1]).toEqual(counts[0]);
  });
});

describe("the installed TypeBox", () => {
  const closed = properties({ a: { type: "string" } }, { additionalProperties: false });

  it.each([
    ["0.79.1", closed, { b: 1 }, "  - root: must not have additional properties"],
    ["1.3.0", closed, { b: 1 }, "  - b: schema is false\n  - root: must not have additional properties"],
    ["1.3.0", closed, { "b/c": 1 }, "  - b.c: schema is false\n  - root: must not have additional properties"],
    [
      "1.3.0",
      properties({ a: { type: "string", minLength: 3, maxLength: 1 } }),
      { a: "xx" },
      "  - a: must not have more than 1 characters\n  - a: must not have fewer than 3 characters",
    ],
    [
      "1.3.0",
      properties({ a: { type: "string", maxLength: 1 } }),
      { a: "e\u0301e\u0301" },
      "  - a: must not have more than 1 characters",
    ],
    ["0.79.1", properties({ a: { format: "email" } }), { a: '"a b"@c' }, '  - a: must match format "email"'],
  ])("of %s words what is wrong with %j, %j", (version, parameters, args, lines) => {
    expect(outcome(version, parameters, args)).toBe(REFUSED + lines);
  });

  it("counts the characters that a reader sees", () => {
    const family = { a: "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}" };
    expect(outcome("1.3.0", properties({ a: { type: "string", maxLength: 1 } }), family)).toEqual(family);
  });
});

describe.each(["0.79.1", "0.84.0"])("references by %s", (version) => {
  const within = (id, to, more = {}) => properties({ a: { $id: id, ...properties({ b: { $ref: to } }, more) } });
  const text = { type: "string" };

  it.each([
    ["the same base at each turn", within("T", "#"), { a: { b: { b: 5 } } }, "  - a.b.b: must be object"],
    ["a base that each turn makes longer", within("a/b", "#"), {}, "Maximum call stack size exceeded"],
    ["the same with a long name", within("schemas/tool.json", "#"), {}, "Maximum call stack size exceeded"],
    ["an $id with a slash, which is no name", within("a/b", "a/b"), { a: { b: 1 } }, "  - a.b: schema is false"],
    ["an $id that is no URL", within("http://[", "#/$defs/c", { $defs: { c: text } }), {}, "Invalid URL"],
    [
      "an $id that is no URL and that nothing asks for",
      properties({ a: { $id: "http://[", ...text } }),
      { a: {} },
      "  - a: must be string",
    ],
    [
      "null",
      properties({ a: { $ref: "#/$defs/n/const" } }, { $defs: { n: { const: null } } }),
      { a: 1 },
      "  - a: schema is false",
    ],
    [
      "an anchor inside of a list, which only a static reference finds",
      properties(
        { a: { $dynamicRef: "#A" } },
        {
          $id: "T",
          $defs: { list: { allOf: [{ $dynamicAnchor: "A", type: "number" }] }, last: { $dynamicAnchor: "A", ...text } },
        },
      ),
      { a: {} },
      "  - a: must be string",
    ],
  ])("know %s", (_, parameters, args, said) => {
    expect(outcome(version, parameters, args)).toBe(said.startsWith(" ") ? REFUSED + said : said);
  });
});

/** Some runtimes take `T#A` on a base without a hierarchy for a URL, which says what it finds. */
describe.each(["0.73.1", "0.84.0", "1.3.0", "1.6.0"])("by %s, a reference with a fragment", (version) => {
  const text = { type: "string" };
  const named = ($ref, more, root = {}) =>
    properties({ a: { $ref } }, { ...root, $defs: { x: { $id: "T", ...more } } });
  const urn = { $id: "urn:x:y" };

  it.each([
    named("T#A", { $anchor: "A", ...text }),
    named("T#/$defs/y", { $defs: { y: text } }),
    ...["T#", "T?q#", "/T#", "//h/T#", "../T#", "./T#A"].map((reference) => named(reference, text)),
    named("T#A", { $anchor: "A", ...text }, urn),
    named("T#/$defs/y", { $defs: { y: text } }, urn),
    properties({ a: { $dynamicRef: "T#A" } }, { ...urn, $defs: { x: { $id: "T", $dynamicAnchor: "A", ...text } } }),
  ])("in %j", (parameters) => {
    for (const a of ["x", {}]) outcome(version, parameters, { a });
  });
});

describe("a base that is no URL", () => {
  const text = { type: "string" };
  const inside = (more) => properties({ a: { $id: "urn:x:y", properties: { b: { $id: "c/d", ...more } } } });
  const root = (more) => ({ ...properties({ a: text }), $id: "http://[", ...more });

  it.each([
    ["1.3.0", inside(text), "  - a.b: must be string"],
    [
      "1.3.0",
      properties({ z: { anyOf: [{ $ref: "urn:x:y" }, ...Object.values(inside(text).properties)] } }),
      undefined,
    ],
    ["1.3.0", root(), undefined],
    ["1.3.0", inside({ $ref: "T" }), "Invalid URL"],
    ["1.3.0", inside({ $dynamicRef: "#T" }), "Invalid URL"],
    ["1.3.0", inside({ $recursiveRef: "#" }), "Invalid URL"],
    ["1.3.0", root({ $ref: "#/properties" }), "Invalid URL"],
    ["0.84.0", inside({ $ref: "#/gone" }), "Invalid URL"],
    ["0.79.1", inside({ $ref: "#/gone" }), "  - a.b: schema is false"],
    ["0.79.1", inside({ $ref: "#/e", e: text }), "Invalid URL"],
  ])("by %s counts in %j where something asks for it", (version, parameters, said) => {
    const args = { a: { b: {} } };
    const expected = said?.startsWith(" ") ? REFUSED + said : said;
    if (expected === undefined) outcome(version, parameters, args);
    else expect(outcome(version, parameters, args)).toBe(expected);
  });
});

describe("by 1.3.0", () => {
  const text = { type: "string" };
  const urn = { $id: "urn:x:y", $ref: "B" };

  it.each([
    [
      "the root's $id joins once",
      properties({ a: { $ref: "c" } }, { $id: "a/b", $defs: { c: { $id: "/a/c", ...text } } }),
    ],
    [
      "an $id before keeps the next from beginning a resource",
      properties({ c: { $id: "http://h/d" }, a: { properties: { b: urn } } }),
    ],
    ["without one it begins one", properties({ a: { properties: { b: urn } } })],
    [
      "so does one object that stands in two places",
      ((b) => properties({ a: b, b }))({
        $id: "http://h/x/b",
        ...properties({ c: { $ref: "d" } }),
        $defs: { d: { $id: "d", ...text } },
      }),
    ],
    [
      "a resource that two references lead into stays entered behind the second",
      properties(
        { a: { $ref: "http://h/r#/$defs/A" }, b: { $ref: "http://h/r#/$defs/A" }, c: { $ref: "#/$defs/A" } },
        { $defs: { A: { type: "number" }, r: { $id: "http://h/r", $defs: { A: text } } } },
      ),
    ],
    [
      "a dynamic anchor that nothing passed is not looked for",
      properties(
        { a: { $dynamicRef: "#A" } },
        { $defs: { $dynamicAnchor: "A", oneOf: [], x: { $dynamicAnchor: "A", ...text } } },
      ),
    ],
    [
      "nor is the name of a pointer",
      properties({ a: { $dynamicRef: "#/A" } }, { $defs: { x: { $dynamicAnchor: "/A", ...text } } }),
    ],
  ])("%s", (_, parameters) => {
    for (const a of ["x", {}, { b: {} }, { c: 5 }, { c: "x" }]) {
      for (const key of ["a", "b", "c"]) outcome("1.3.0", parameters, { [key]: a });
    }
  });
});

describe.each(["0.73.1", "0.84.0", "1.3.0"])("by %s, null at the end of a pointer", (version) => {
  const text = { type: "string" };

  it.each([
    [{ "": text }, { "": null }],
    [{ "": null }, { "": text }],
    [{ "": null }, {}],
  ])("in %j and %j", (first, second) => {
    const schema = properties({ a: { $ref: "#/" }, b: { $dynamicRef: "#/" } }, { $defs: first, definitions: second });
    for (const args of [{ a: "x" }, { a: {} }, { b: "x" }, { b: {} }]) outcome(version, schema, args);
  });
});

/** TypeBox before 1.3.0 compiles them without looking at the value's type: null and its like meet `length`, `every` and `in`. */
describe.each(["0.79.1", "0.84.0"])("by %s, keywords for one type of a list", (version) => {
  const text = { type: "string" };
  const formats = [
    "date",
    "date-time",
    "email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri-reference",
    "regex",
    "uri",
    "uuid",
  ];
  const keywords = {
    string: [
      { minLength: 1 },
      { minLength: 0 },
      { maxLength: 2 },
      { pattern: "^n" },
      ...formats.map((format) => ({ format })),
    ],
    number: [{ minimum: 1 }, { maximum: 1 }, { exclusiveMinimum: 0 }, { exclusiveMaximum: 5 }, { multipleOf: 2 }],
    array: [
      ...[
        { items: text },
        { items: [text] },
        { items: [{}], additionalItems: false },
        { prefixItems: [{}], items: text },
      ],
      ...[{ contains: {} }, { contains: {}, maxContains: 1 }, { minItems: 1 }, { maxItems: 1 }, { uniqueItems: true }],
    ],
    object: [
      ...[
        { required: ["a"] },
        { required: ["length"] },
        properties({ a: text }),
        properties({ filter: {}, trim: text }),
      ],
      ...[
        properties({ a: text }, { required: ["a"] }),
        { additionalProperties: false },
        { additionalProperties: text },
      ],
      ...[{ patternProperties: { "^.$": text } }, { propertyNames: { pattern: "^a" } }, { minProperties: 1 }],
      ...[{ dependentRequired: { a: ["b"] } }, { dependencies: { a: ["b"] } }, { dependentSchemas: { a: {} } }],
    ],
  };
  const values = [null, "abc", "5", "", 5, 0, true, [], [1, "a"], {}, { a: 1 }, { length: 2 }];
  const around = [
    [(schema) => properties({ v: schema }), (v) => ({ v })],
    [(schema) => properties({ "a b": { type: "array", items: schema } }), (v) => ({ "a b": [v] })],
    [(schema) => properties({ v: { prefixItems: [properties({ w: schema })] } }), (v) => ({ v: [{ w: v }] })],
    [(schema) => properties({ v: { $ref: "#/$defs/s" } }, { $defs: { s: schema } }), (v) => ({ v })],
  ];

  it.each(Object.keys(keywords))("%s", { timeout: 60_000 }, (type) => {
    for (const other of ["null", "string", "number", "array", "object"].filter((name) => name !== type)) {
      for (const keyword of keywords[type]) {
        for (const [schemaAround, argsAround] of around) {
          const parameters = schemaAround({ ...keyword, type: [type, other] });
          for (const value of values) outcome(version, parameters, argsAround(value));
        }
      }
    }
  });
});

describe("behind the last line of a refusal", () => {
  const strings = { type: "array", items: { type: "string" } };
  const args = (last) => ({ strings: new Array(9).fill({}), last });

  it.each([
    ["0.84.0", "Division by zero"],
    ["1.3.0", "Do not know how to serialize a BigInt"],
  ])("%s words %s", (version, text) => {
    expect(outcome(version, properties({ strings, last: { multipleOf: 0n } }), args(5n))).toBe(text);
  });

  it.each([
    ["0.84.0", 1],
    ["1.3.0", 0],
  ])("%s asks a refinement %i times", (version, times) => {
    const asked = [];
    const check = (value) => asked.push(value) > 100;
    outcome(version, properties({ strings, last: { "~refine": [{ check, error: () => "nope" }] } }), args(5));
    expect(asked).toEqual(new Array(2 * times).fill(5));
  });
});

it("compiles one schema object by each version's rules", () => {
  const parameters = properties({ a: { anyOf: [{ type: "number" }, { type: "null" }] }, b: { type: "string" } });
  const tool = { name: "probe", parameters };
  const by = (version) => pairs.get(version).product.validateToolArguments(tool, { arguments: { a: null, b: null } });
  expect([by("0.79.1"), by("0.84.0"), by("0.84.2"), by("0.79.1")]).toEqual([
    { a: 0, b: "" },
    { a: null, b: "" },
    { a: null },
    { a: 0, b: "" },
  ]);
});

/** What TypeBox makes of an intersection decides what it converts, here seen by the copy that it makes for a union. */
describe("an intersection of unions with an object", () => {
  const view = () => new DataView(new ArrayBuffer(8), 2, 4);
  const either = (...types) => Type.Union(types);
  const object = Type.Object({ path: Type.String() });

  it.each([
    ["0.79.1", "value.slice is not a function"],
    ["0.84.0", "value.slice is not a function"],
    ["1.3.0", `${REFUSED}  - root: must be integer`],
  ])("by %s", (version, said) => {
    const unions = [either(Type.Integer(), Type.Boolean()), either(Type.Number(), Type.Null())];
    expect(outcome(version, Type.Intersect([...unions, object]), view())).toContain(said);
    for (const type of [Type.Never(), Type.Any(), Type.Unknown(), Type.Number()]) {
      for (const args of [view(), { path: 5 }]) {
        outcome(version, Type.Intersect([either(type, Type.Null()), object]), args);
        outcome(version, Type.Intersect([object, either(type, Type.Null())]), args);
        outcome(version, Type.Intersect([Type.Number(), either(type, Type.Null())]), args);
      }
    }
  });
});

it.each(["0.79.1", "0.84.0", "0.84.2", "1.3.0"])(
  "by %s, a refinement of a union's first member is asked first",
  (version) => {
    const refined = Type.Refine(Type.Union([Type.String(), Type.Null()]), (value) => value.valueOf() === "a");
    for (const second of [Type.Null(), Type.Unknown(), Type.String()]) {
      for (const args of [null, "a", "b", 5]) outcome(version, Type.Union([refined, second]), args);
      for (const a of [null, "a", "b"]) outcome(version, Type.Object({ a: Type.Union([refined, second]) }), { a });
    }
  },
);

it.each(["0.73.1", "1.3.0", "1.6.0"])(
  "by %s, arguments that hold themselves or one array twice are copied as they are",
  (version) => {
    const numbers = { type: "array", items: { type: "number" } };
    const root = { n: "5", x: {} };
    root.x.self = root;
    outcome(version, properties({ n: { type: "number" } }), root);
    const twice = ["5"];
    for (const args of [
      { n: twice, x: twice },
      { x: { twice }, n: twice },
    ]) {
      const given = outcome(version, properties({ n: numbers }), args);
      expect(given.n).toEqual([5]);
    }
  },
);
