/** Random schemas as pi-schema's builders make them, and what only its dialect has: resources, anchors, types beyond JSON. */
import * as s from "@earendil-works/pi-schema";
import { addKeyword, jsonSchema } from "./json-schemas.js";
import { jsonValue } from "./values.js";
import { FORMATS, KEYS, keysOf, NUMBERS, PATTERNS, put, TEXTS } from "./words.js";

/** Regular expressions that are none with the `u` flag, with texts that fit. */
export const LOOSE_PATTERNS = [
  ["^https\\:\\/\\/", "https://a"], ["^[\\w-\\.]+$", "a-b"], ["^\\-?\\d+$", "-5"], ["^{a}$", "{a}"], ["a{,2}", "a{,2}"], ["^[^a]{2}\\_?$", "😀"],
  ["^\\p{L}\\-$", "p{L}-"], ["^\\u{2}\\-$", "uu-"], ["(?=a)*\\-", "-"], ["^.\\-?.$", "😀"],
]; // biome-ignore format: a table

const maybe = (dice, chance, name, make) => (dice.chance(chance) ? { [name]: make() } : {});
const scalar = (dice) => dice.pick([...TEXTS.slice(0, 40), ...NUMBERS, true, false, null]);

const LEAVES = {
  str: (dice) =>
    s.str({
      ...maybe(dice, 0.2, "minLength", () => dice.int(0, 4)),
      ...maybe(dice, 0.2, "maxLength", () => dice.int(0, 6)),
      ...maybe(dice, 0.15, "pattern", () => dice.pick([...PATTERNS, ...LOOSE_PATTERNS])[0]),
      ...maybe(dice, 0.15, "format", () => dice.pick(FORMATS)[0]),
      ...maybe(dice, 0.2, "description", () => dice.pick(TEXTS)),
    }),
  num: (dice) => s.num(bounds(dice)),
  int: (dice) => s.int(bounds(dice)),
  bigint: (dice) => s.bigint(bounds(dice, (number) => BigInt(Math.trunc(number)))),
  bool: () => s.bool(),
  nul: () => s.nul(),
  unknown: () => s.unknown(),
  lit: (dice) => s.lit(dice.chance(0.05) ? dice.pick([5n, undefined, Number.NaN, [1], { a: 1 }]) : scalar(dice)),
  oneOf: (dice) => s.oneOf(dice.list(dice.pick([1, 2, 3, 10, 30]), () => scalar(dice))),
  bytes: (dice) => s.bytes({ ...maybe(dice, 0.3, "minLength", () => dice.int(0, 3)) }),
  undefined: () => ({ type: "undefined" }),
  types: (dice) => ({
    type: dice.list(dice.int(1, 3), () =>
      dice.pick(["string", "number", "integer", "boolean", "null", "array", "object", "bytes", "bigint", "undefined"]),
    ),
  }),
  ref: (dice) => ({
    $ref: dice.pick(["#", "#/$defs/A", "#/$defs/B", "#A", "T", "T2", "T#A", "a/b.json", "b.json#/$defs/A", "gone"]),
  }),
  dynamicRef: (dice) => ({ $dynamicRef: dice.pick(["#A", "#B", "T#A", "#/$defs/A"]) }),
};

function bounds(dice, as = (number) => number) {
  const some = () => as(dice.pick(NUMBERS));
  return {
    ...maybe(dice, 0.15, "minimum", some),
    ...maybe(dice, 0.15, "maximum", some),
    ...maybe(dice, 0.05, "exclusiveMinimum", some),
    ...maybe(dice, 0.05, "exclusiveMaximum", some),
    ...maybe(dice, 0.1, "multipleOf", () => as(dice.pick([1, 2, 0.1, 0.01, 7, 0]))),
  };
}

const NESTED = {
  obj: (dice, inner) => object(dice, inner, 4),
  arr: (dice, inner) =>
    s.arr(inner(), {
      ...maybe(dice, 0.2, "minItems", () => dice.int(0, 3)),
      ...maybe(dice, 0.2, "uniqueItems", () => true),
    }),
  tuple: (dice, inner) => s.tuple(dice.list(dice.int(0, 3), inner)),
  map: (_, inner) => s.map(inner()),
  union: (dice, inner) => s.union(dice.list(dice.int(1, 3), inner)),
  literals: (dice) => ({
    [dice.pick(["anyOf", "oneOf"])]: dice.list(dice.pick([1, 2, 3, 12]), () => s.lit(scalar(dice))),
  }),
  tagged,
  nullable: (_, inner) => s.nullable(inner()),
  unsafe: (_, inner) => s.unsafe(inner()),
  recursive: (dice, inner) => s.recursive(dice.pick(["T", "T2", "a/b.json"]), (self) => tree(dice, inner, self)),
  resource: (dice, inner) => resource(dice, inner),
  allOf: (dice, inner) => ({
    ...object(dice, inner, 2, true),
    allOf: dice.list(dice.int(1, 2), () => object(dice, inner, 2, true)),
  }),
  unevaluated: (dice, inner) => ({
    ...object(dice, inner, 2, true),
    [dice.pick(["allOf", "anyOf", "oneOf"])]: dice.list(dice.int(1, 2), () => object(dice, inner, 2, true)),
    [dice.pick(["unevaluatedProperties", "unevaluatedItems"])]: dice.chance(0.6) ? false : inner(),
  }),
  json: (dice) => jsonSchema(dice, 2),
};

const LEAF_NAMES = Object.keys(LEAVES);
const NESTED_NAMES = Object.keys(NESTED);
const COMMON = ["str", "str", "str", "num", "int", "int", "bool", "lit", "oneOf"];

function object(dice, inner, most, open = dice.chance(0.3)) {
  const properties = {};
  for (const key of keysOf(dice, dice.int(0, most), 0.06)) {
    put(properties, key, dice.chance(0.4) ? s.opt(inner()) : inner());
  }
  return s.obj(properties, {
    ...(open ? { open: true } : {}),
    ...maybe(dice, 0.1, "description", () => dice.pick(TEXTS)),
  });
}

/** Objects that a scalar under one key tells apart, mostly. */
function tagged(dice, inner) {
  const key = dice.pick(KEYS);
  const branches = dice.list(dice.int(2, 3), () => {
    const branch = object(dice, inner, 2);
    put(branch.properties, key, s.lit(scalar(dice)));
    if (dice.chance(0.9)) branch.required = [...new Set([...(branch.required ?? []), key])];
    return branch;
  });
  return dice.chance(0.7) ? s.union(branches) : { oneOf: branches };
}

function tree(dice, inner, self) {
  return s.obj({
    [dice.pick(KEYS)]: inner(),
    edits: dice.chance(0.5) ? s.arr(self) : s.opt(s.union([self, inner()])),
  });
}

/** A schema with an identifier, anchors and definitions. */
function resource(dice, inner) {
  return {
    ...maybe(dice, 0.7, "$id", () =>
      dice.pick(["T", "T2", "a/b.json", "b.json", "https://example.com/root", "urn:x:y"]),
    ),
    ...maybe(dice, 0.3, "$anchor", () => dice.pick(["A", "B"])),
    ...maybe(dice, 0.4, "$dynamicAnchor", () => dice.pick(["A", "B"])),
    ...maybe(dice, 0.6, "$defs", () => ({
      A: { ...inner(), ...maybe(dice, 0.6, "$dynamicAnchor", () => "A") },
      B: inner(),
    })),
    ...(dice.chance(0.5) ? object(dice, inner, 3) : inner()),
  };
}

function schema(dice, depth) {
  const inner = () => schema(dice, depth - 1);
  const roll = dice.next();
  if (depth <= 0 || roll < 0.35) return LEAVES[dice.chance(0.6) ? dice.pick(COMMON) : dice.pick(LEAF_NAMES)](dice);
  const made = NESTED[dice.chance(0.3) ? "obj" : dice.pick(NESTED_NAMES)](dice, inner);
  if (dice.chance(0.05) && typeof made === "object" && made !== null) {
    addKeyword(
      made,
      dice.pick(["default", "const", "enum", "not", "if", "$ref", "dependentRequired", "contains", "items"]),
      dice,
      inner,
    );
  }
  if (dice.chance(0.02)) return { ...made, default: jsonValue(dice, 1) };
  return made;
}

/** The schema of a tool, as pi's own tools and extensions write it. */
export function piSchemaTool(dice) {
  const inner = () => schema(dice, dice.int(1, 3));
  const root = dice.chance(0.75) ? object(dice, inner, 4) : NESTED[dice.pick(NESTED_NAMES)](dice, inner);
  if (dice.chance(0.3) && typeof root === "object" && root !== null) {
    root.$defs = { A: inner(), B: { ...inner(), ...maybe(dice, 0.4, "$dynamicAnchor", () => "B") } };
  }
  return dice.chance(0.1) && typeof root === "object" && root !== null
    ? { $id: dice.pick(["T", "schemas/tool.json"]), ...root }
    : root;
}
