/** Depth, size and hostile schemas: a result or an error, never the end of the process, and no stall. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { accepted, implementations, outcome, refused } from "./validate/agree.js";

const { product } = implementations;
const one = (v) => ({ type: "object", properties: { v }, required: ["v"] });
const validate = (parameters, args) =>
  product.validateToolArguments({ parameters }, { name: "probe", arguments: args });

function nested(depth, wrap, innermost = "1") {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

const inArrays = (value) => [value];
const inObjects = (value) => ({ a: value });

/** What a call gives or the text of what it throws, and in how many milliseconds. */
function timed(parameters, args) {
  const begin = performance.now();
  let text;
  try {
    validate(parameters, args);
  } catch (error) {
    text = error.message;
  }
  return { text, took: performance.now() - begin };
}

describe("up to 1,000 levels the result is the reference's", () => {
  const recursive = {
    type: "object",
    properties: { v: { $ref: "#/$defs/N" } },
    $defs: { N: { anyOf: [{ type: "object", properties: { a: { $ref: "#/$defs/N" } } }, { type: "integer" }] } },
  };

  it.each([10, 100, 1000])("%i levels of arguments", (depth) => {
    for (const wrap of [inArrays, inObjects]) {
      outcome(one({}), { v: nested(depth, wrap) });
      outcome(one({ type: "string" }), { v: nested(depth, wrap) });
      outcome({ type: "object", additionalProperties: { type: "array" } }, { v: nested(depth, wrap) });
    }
  });

  it.each([10, 100, 300])("%i levels of arguments behind a recursive $ref", (depth) => {
    accepted(recursive, { v: nested(depth, inObjects, 1) });
    refused(recursive, { v: nested(depth, inObjects, "x") });
  });

  it.each([10, 100, 300])("%i levels of schema", (depth) => {
    const schema = one(nested(depth, (items) => ({ type: "array", items }), { type: "integer" }));
    accepted(schema, { v: nested(depth, inArrays, "7") });
    refused(schema, { v: nested(depth, inArrays, "x") });
  });
});

describe("deeper than that", () => {
  it.each([
    ["arrays", inArrays],
    ["objects", inObjects],
  ])("200,000 levels of %s end in a result or an error", (_, wrap) => {
    const args = { v: nested(200_000, wrap) };
    for (const schema of [
      one({}),
      one({ type: "string" }),
      { $ref: "#/$defs/a", $defs: { a: { items: { $ref: "#" } } } },
    ]) {
      const { took, text } = timed(schema, args);
      expect(took).toBeLessThan(5000);
      if (text !== undefined) expect(text).not.toBe("");
    }
  });

  it("200,000 levels of schema end in an error", () => {
    const { text, took } = timed(one(nested(200_000, (items) => ({ items }), {})), { v: [] });
    // Which of the two depends on how much stack the caller has left.
    expect(text).toMatch(/^(The tool's schema is nested deeper than 10000 levels|Maximum call stack size exceeded)$/);
    expect(took).toBeLessThan(5000);
  });

  it("9,000 levels of a schema and arguments that fill it do not end the process", () => {
    const schema = one(nested(9000, (items) => ({ items }), { type: "integer" }));
    expect(timed(schema, { v: nested(9000, inArrays, "x") }).took).toBeLessThan(10_000);
  });
});

describe("schemas that refer to themselves", () => {
  const loop = { type: "object" };
  loop.properties = { v: loop };
  const knot = { allOf: [] };
  knot.allOf.push(knot);

  it.each([
    ["$ref to the root", { $ref: "#" }],
    ["$ref in a ring", { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } }],
    ["allOf of the root", { allOf: [{ $ref: "#" }] }],
    ["anyOf that doubles", { anyOf: [{ $ref: "#" }, { $ref: "#" }] }],
    ["not the root", { not: { $ref: "#" } }],
    ["$dynamicRef to the root", { $dynamicAnchor: "a", $dynamicRef: "#a" }],
    ["$recursiveRef", { $recursiveAnchor: true, $recursiveRef: "#" }],
    ["an object in itself", loop],
    ["allOf of itself", knot],
  ])("%s: a verdict or an error, soon", (_, schema) => {
    for (const args of [{}, { v: 1 }, { v: { v: {} } }]) expect(timed(schema, args).took).toBeLessThan(5000);
  });

  it.each([
    ["properties of the root", { type: "object", properties: { v: { $ref: "#" }, n: { type: "integer" } } }],
    ["items of a definition", { type: "object", properties: { v: { $ref: "#/$defs/L" } }, $defs: { L: { type: "array", items: { $ref: "#/$defs/L" } } } }],
  ])("%s: the reference's verdict", (_, schema) => {
    for (const args of [{}, { v: { v: { n: "1" } } }, { v: { n: 1 } }, { v: [[], [[1]]] }, { v: [[]] }]) outcome(schema, args);
  }); // biome-ignore format: a table
});

describe("size", () => {
  it("a million items", { timeout: 120_000 }, () => {
    const items = Array.from({ length: 1_000_000 }, (_, n) => n);
    expect(validate(one({ type: "array", items: { type: "integer" } }), { v: items })).toEqual({ v: items });
    items[999_999] = "x";
    const { text } = timed(one({ type: "array", items: { type: "integer" } }), { v: items });
    expect(text).toMatch(/^Validation failed for tool "probe":\n {2}- v\.999999: must be integer\n/);
  });

  it("a million items that are all unique, and all but one", { timeout: 120_000 }, () => {
    const items = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
    const schema = one({ type: "array", uniqueItems: true });
    expect(timed(schema, { v: items }).text).toBeUndefined();
    items[5] = { n: 999_999 };
    expect(timed(schema, { v: items }).text).toMatch(/must not have duplicate items/);
  });

  it("10,000 keys, and a key of a million characters", { timeout: 120_000 }, () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, String(n)]));
    outcome({ type: "object", additionalProperties: { type: "integer" } }, many);
    outcome({ type: "object", properties: { a: {} } }, { ["k".repeat(1_000_000)]: 1 });
    outcome({ type: "object", additionalProperties: false }, { ["é".repeat(1_000_000)]: 1 });
  });

  it("a string of ten million characters", { timeout: 120_000 }, () => {
    const long = "x".repeat(10_000_000);
    expect(accepted(one({ type: "string" }), { v: long }).v).toBe(long);
    outcome(one({ type: "string", maxLength: 5 }), { v: long });
    outcome(one({ type: "string", pattern: "^x+$" }), { v: long });
  });

  it("an enum and a list of branches of a thousand", () => {
    // With a few thousand more the reference itself runs out of stack.
    const values = Array.from({ length: 1000 }, (_, n) => `value ${n}`);
    outcome(one({ enum: values }), { v: "value 999" });
    outcome(one({ enum: values }), { v: "none" });
    outcome(one({ anyOf: values.map((value) => ({ const: value })) }), { v: "value 999" });
  });
});

describe("patterns that send a backtracking engine astray", () => {
  it.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^([a-z]+)*\\d$", "^(.*)*=$"])("%s", (pattern) => {
    for (const text of [`${"a".repeat(5000)}!`, `${"x".repeat(5000)}!`]) {
      const { text: refusal, took } = timed(one({ type: "string", pattern }), { v: text });
      expect(refusal).toMatch(/must match pattern/);
      expect(took).toBeLessThan(2000);
    }
  });

  it.each(["^(a+)+\\1$", "^(?=(a+)+$)", "(?<=^(a+)+)!$"])(
    "%s, which needs more than a linear engine, ends",
    (pattern) => {
      const { took } = timed(one({ type: "string", pattern }), { v: `${"a".repeat(200)}!` });
      expect(took).toBeLessThan(5000);
    },
  );
});

describe("schemas that come and go", () => {
  it.each(["plain", "id", "typebox"])(
    "thousands of fresh equal schemas leave memory flat: %s",
    { timeout: 120_000 },
    (kind) => {
      const program = fileURLToPath(new URL("programs/fresh-schemas.js", import.meta.url));
      const { stdout, stderr, status } = spawnSync(process.execPath, ["--expose-gc", program, kind], {
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(status).toBe(0);
      const { first, last } = JSON.parse(stdout);
      // 20,000 schemas of a few kilobytes: were they kept, it would be a hundred megabytes.
      expect(last - first, `resident bytes from ${first} to ${last}`).toBeLessThan(24 * 1024 * 1024);
    },
  );
});
