/** The specification's table of inputs, row by row, and its table of texts. Each value is checked on both sides. */
import { describe, expect, it } from "vitest";
import { accepted, failed, implementations, refused } from "./validate/agree.js";

const one = (schema, required = ["v"]) => ({ type: "object", properties: { v: schema }, required });
const string = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };

const gives = (schema, value) => accepted(one(schema), { v: value }).v;
const refuses = (schema, value) => refused(one(schema), { v: value });

describe("inputs and what becomes of them", () => {
  it("numbers in text reach the tool as numbers, and the transcript keeps the text", () => {
    const args = { offset: "500", limit: "100" };
    const schema = { type: "object", properties: { offset: number, limit: number } };
    expect(accepted(schema, args)).toEqual({ offset: 500, limit: 100 });
    expect(args).toEqual({ offset: "500", limit: "100" });
  });

  it("a string that looks like a number stays a string", () => expect(gives(string, "020")).toBe("020"));

  it.each([
    ["0x10", 16],
    ["1e3", 1000],
    [" 7 ", 7],
  ])("number from %j is %d", (text, value) => expect(gives(number, text)).toBe(value));

  it.each(["Infinity", "1_000"])("number from %j is refused", (text) =>
    expect(refuses(number, text)).toEqual(["v: must be number"]),
  );

  it.each([
    ["3.0", 3],
    ["9007199254740993", 9007199254740992],
  ])("integer from %j is %d", (text, value) => expect(gives(integer, text)).toBe(value));

  it.each(["3.5", 3.5])("integer from %j is refused", (value) =>
    expect(refuses(integer, value)).toEqual(["v: must be integer"]),
  );

  it("an array written as text is refused", () =>
    expect(refuses({ type: "array", items: string }, '["test"]')).toEqual(["v: must be array"]));

  it.each([[{ a: 1 }], [["a"]]])("a string is never made from %j", (value) =>
    expect(refuses(string, value)).toEqual(["v: must be string"]),
  );

  it("null is 0 where anyOf has number before null", () =>
    expect(gives({ anyOf: [number, { type: "null" }] }, null)).toBe(0));

  it("null stays where the list of types has it", () => expect(gives({ type: ["number", "null"] }, null)).toBe(null));

  it("null for absent is an empty string", () => expect(gives(string, null)).toBe(""));

  it.each([
    [{ type: "integer", minimum: 1 }, "must be >= 1"],
    [{ type: "object" }, "must be object"],
    [{ type: "array" }, "must be array"],
    [{ type: "string", enum: ["a", "b"] }, "must be equal to one of the allowed values"],
  ])("null for absent where %j is wanted is refused", (schema, text) =>
    expect(refused(one(schema, []), { v: null })).toEqual([`v: ${text}`]),
  );

  it.each([
    ["true", true],
    [1, true],
  ])("boolean from %j is %j", (value, boolean) => expect(gives({ type: "boolean" }, value)).toBe(boolean));

  it.each(["False", "yes"])("boolean from %j is refused", (value) =>
    expect(refuses({ type: "boolean" }, value)).toEqual(["v: must be boolean"]),
  );

  it.each([[undefined], [null], ["{}"]])("no arguments as %j are refused", (args) =>
    expect(refused({ type: "object", properties: {} }, args)).toEqual(["root: must be object"]),
  );

  it("an old TypeBox mark at the root switches coercion off", () => {
    const marked = Object.defineProperty(one(integer), Symbol.for("TypeBox.Kind"), { value: "Object" });
    expect(refused(marked, { v: "10" })).toEqual(["v: must be integer"]);
  });

  it("nothing is coerced behind a $ref", () => {
    const schema = {
      type: "object",
      properties: { q: { $ref: "#/$defs/Q" } },
      $defs: { Q: { type: "object", properties: { limit: integer } } },
    };
    expect(refused(schema, { q: { limit: "10" } })).toEqual(["q.limit: must be integer"]);
  });

  it("a $ref to nothing refuses only what stands at its place", () => {
    const schema = { type: "object", properties: { q: { $ref: "#/$defs/Nothing" }, a: string } };
    expect(accepted(schema, { a: "x" })).toEqual({ a: "x" });
    expect(refused(schema, { a: "x", q: 1 })).toEqual(["q: schema is false"]);
  });

  it("a pattern that is illegal with the u flag refuses each call in V8's words", () => {
    const schema = { type: "object", properties: { url: { type: "string", pattern: "^https\\:\\/\\/" } } };
    const text = "Invalid regular expression: /^https\\:\\/\\//u: Invalid escape";
    expect(failed(schema, { url: "https://a" })).toBe(text);
    expect(failed(schema, {})).toBe(text);
    expect(failed(schema, { url: "https://a" })).toBe(text);
  });

  it.each([
    [{ pattern: "(?<=a+)b$" }, "aab"],
    [{ pattern: "^\\p{L}+$" }, "é"],
    [{ maxLength: 1 }, "😀"],
  ])("string with %j takes %j", (keywords, value) => expect(gives({ ...string, ...keywords }, value)).toBe(value));

  it("of two schemas with one $id, each judges its own calls", () => {
    const [first, second] = [string, { type: "array" }].map((v) => ({ $id: "urn:one", ...one(v) }));
    expect(accepted(first, { v: "x" })).toEqual({ v: "x" });
    expect(refused(second, { v: "x" })).toEqual(["v: must be array"]);
    expect(accepted(second, { v: [] })).toEqual({ v: [] });
    expect(refused(first, { v: [] })).toEqual(["v: must be string"]);
  });

  it("a thousand failures give eight lines", () => {
    const items = Array.from({ length: 1000 }, () => ({}));
    const lines = refuses({ type: "array", items: { type: "object", required: ["k"] } }, items);
    expect(lines).toEqual(Array.from({ length: 8 }, (_, n) => `v.${n}.k: must have required properties k`));
  });

  it("missing keys are named, nested ones with their path", () => {
    const inner = { type: "object", required: ["b", "c"] };
    const schema = { type: "object", properties: { a: inner, b: {} }, required: ["a", "b"] };
    expect(refused(schema, {})).toEqual(["a: must have required properties a, b"]);
    expect(refused(one(inner), { v: {} })).toEqual(["v.b: must have required properties b, c"]);
  });

  it("a closed object names each unknown key", () => {
    const schema = { type: "object", properties: { a: string }, additionalProperties: false };
    expect(refused(schema, { a: "x", path: "p", z: 1 })).toEqual([
      "path: schema is false",
      "z: schema is false",
      "root: must not have additional properties",
    ]);
  });
});

describe("the texts of the keywords", () => {
  it.each([
    ["type", string, [], "must be string"],
    ["type", { type: ["string", "null"] }, [], "must be either string or null"],
    ["const", { const: 1 }, 2, "must be equal to constant"],
    ["enum", { enum: [1] }, 2, "must be equal to one of the allowed values"],
    ["minimum", { minimum: 1 }, 0, "must be >= 1"],
    ["maximum", { maximum: 1 }, 2, "must be <= 1"],
    ["exclusiveMinimum", { exclusiveMinimum: 1 }, 1, "must be > 1"],
    ["exclusiveMaximum", { exclusiveMaximum: 1 }, 1, "must be < 1"],
    ["multipleOf", { multipleOf: 2 }, 3, "must be multiple of 2"],
    ["minLength", { minLength: 2 }, "a", "must not have fewer than 2 characters"],
    ["maxLength", { maxLength: 2 }, "abc", "must not have more than 2 characters"],
    ["minItems", { minItems: 2 }, [1], "must not have fewer than 2 items"],
    ["maxItems", { maxItems: 2 }, [1, 2, 3], "must not have more than 2 items"],
    ["minProperties", { minProperties: 2 }, {}, "must not have fewer than 2 properties"],
    ["maxProperties", { maxProperties: 2 }, { a: 1, b: 1, c: 1 }, "must not have more than 2 properties"],
    ["pattern", { pattern: "^a" }, "b", 'must match pattern "^a"'],
    ["format", { format: "date" }, "b", 'must match format "date"'],
    ["uniqueItems", { uniqueItems: true }, [1, 1], "must not have duplicate items"],
    ["not", { not: {} }, 1, "must not be valid"],
    ["dependentRequired", { dependentRequired: { a: ["b", "c"] } }, { a: 1 }, "must have properties b, c when property a is present"],
  ])("%s %j", (_, schema, value, text) => expect(refuses(schema, value).at(-1)).toBe(`v: ${text}`)); // biome-ignore format: a table

  it.each([
    ["contains", { contains: { const: 1 } }, [2], ["v: must contain at least 1 valid item"]],
    ["anyOf", { anyOf: [{ const: 1 }, { type: "array" }] }, 2, ["v: must be equal to constant", "v: must be array", "v: must match a schema in anyOf"]],
    ["oneOf without a match", { oneOf: [{ const: 1 }] }, 2, ["v: must be equal to constant", "v: must match exactly one schema in oneOf"]],
    ["oneOf with two matches", { oneOf: [{}, {}] }, 2, ["v: must match exactly one schema in oneOf"]],
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    ["then", { if: {}, then: { const: 1 } }, 2, ['v: must match "then" schema']],
    ["else", { if: false, else: { const: 1 } }, 2, ["v: must be equal to constant", 'v: must match "else" schema']],
    ["false", false, 2, ["v: schema is false"]],
    ["propertyNames", { propertyNames: { maxLength: 1 } }, { aa: 1, bb: 1 }, ["v.aa: must not have more than 1 characters", "v.bb: must not have more than 1 characters", "v: property names aa, bb are invalid"]],
    ["dependencies", { dependencies: { a: ["b"] } }, { a: 1 }, ["v: must have properties b when property a is present"]],
    ["unevaluatedProperties", { unevaluatedProperties: false }, { a: 1 }, ["v: must not have unevaluated properties"]],
    ["unevaluatedItems", { unevaluatedItems: false }, [1], ["v: must not have unevaluated items"]],
  ])("%s", (_, schema, value, lines) => expect(refuses(schema, value)).toEqual(lines)); // biome-ignore format: a table

  it("the whole text names the tool as it was called and repeats the raw arguments", () => {
    const { reference, product } = implementations;
    const call = { name: "Read", arguments: { v: 1, w: [undefined, "é"] } };
    for (const { validateToolArguments } of [reference, product]) {
      expect(() => validateToolArguments({ name: "read", parameters: one({ type: "array" }) }, call)).toThrow(
        new Error(
          'Validation failed for tool "Read":\n  - v: must be array\n\nReceived arguments:\n{\n  "v": 1,\n  "w": [\n    null,\n    "é"\n  ]\n}',
        ),
      );
    }
  });

  it("a path is a pointer with dots for slashes, its escapes left as they are", () =>
    expect(refuses({ properties: { "a/b": { properties: { "c~d": string } } } }, { "a/b": { "c~d": [] } })).toEqual([
      "v.a~1b.c~0d: must be string",
    ]));
});
