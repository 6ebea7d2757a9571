/** Tools whose arguments nearly fit: numbers and booleans among them are written as texts, as models write them. */
import { Type } from "typebox";
import { PATTERNS } from "./words.js";

const LIMITS = {
  minimum: [0, 1, -5, 400],
  maximum: [10, 600, 2147483647],
  exclusiveMinimum: [0, 499],
  exclusiveMaximum: [500],
  multipleOf: [1, 2, 0.5, 5],
};

const limits = (dice) => {
  const made = {};
  for (const [name, values] of Object.entries(LIMITS)) if (dice.chance(0.1)) made[name] = dice.pick(values);
  return made;
};

const PROPERTIES = {
  json: (dice) => ({ type: dice.pick(["number", "integer", "integer", "boolean", "string"]), ...limits(dice) }),
  typebox: (dice) =>
    dice.pick([() => Type.Number(limits(dice)), () => Type.Integer(limits(dice)), () => Type.Boolean(), () => Type.String()])(),
  list: (dice) => ({ type: dice.list(dice.int(1, 2), () => dice.pick(["number", "integer", "boolean", "null", "string"])) }),
  listed: (dice) => ({ type: "number", enum: [1, 500, "500"] , ...limits(dice) }),
  constant: (dice) => ({ type: dice.pick(["integer", "boolean"]), const: dice.pick([500, true, "500"]) }),
  either: (dice) => ({ anyOf: [{ type: "number" }, { type: dice.pick(["string", "null"]) }] }),
  both: (dice) => ({ type: "integer", allOf: [limits(dice)] }),
  reference: () => ({ $ref: "#/$defs/number" }),
  untyped: (dice) => limits(dice),
  array: (dice) => arrayOf(dice, PROPERTIES[dice.pick(["json", "json", "typebox", "list", "reference"])](dice)),
  odd: (dice) => ({ type: "number", ...dice.pick([{ format: "int32" }, { not: { const: 500 } }, { if: { minimum: 100 } }, { nullable: true }, { "~kind": "Integer" }, { "~kind": "Odd" }]) }),
}; // biome-ignore format: a table

function arrayOf(dice, items) {
  const rules = {};
  if (dice.chance(0.15)) rules[dice.pick(["minItems", "maxItems"])] = dice.int(0, 4);
  if (dice.chance(0.05)) rules.uniqueItems = true;
  if (dice.chance(0.05)) rules.contains = { type: "number" };
  if (dice.chance(0.05)) rules.prefixItems = [items];
  const listed = dice.chance(0.05) ? [items, items] : items;
  return dice.chance(0.3) && listed === items ? Type.Array(items, rules) : { type: "array", items: listed, ...rules };
}

const KEYS = ["path", "limit", "offset", "a", "b", "constructor", "toString", "__proto__", "0", "a.b", "ключ"];

const property = (dice) => {
  const kind = dice.weighted({ json: 8, typebox: 5, list: 2, listed: 1, constant: 1, either: 1, both: 1, reference: 1, untyped: 1, odd: 2, array: 4 }); // biome-ignore format: a list
  return PROPERTIES[kind](dice);
};

/** The schema of a tool. */
export function nearlyFittingSchema(dice) {
  const properties = {};
  for (let left = dice.int(1, 4); left > 0; left--) {
    const key = dice.pick(dice.chance(0.85) ? KEYS.slice(0, 5) : KEYS);
    Object.defineProperty(properties, key, {
      value: property(dice),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  const keys = Object.keys(properties);
  if (dice.chance(0.25) && !keys.includes("__proto__")) {
    return Type.Object(properties, dice.chance(0.3) ? { additionalProperties: dice.chance(0.5) } : {});
  }
  const schema = { type: "object", properties, $defs: { number: { type: "number" } } };
  if (dice.chance(0.6)) schema.required = keys.filter(() => dice.chance(0.6));
  if (dice.chance(0.2)) schema.additionalProperties = dice.chance(0.5) ? dice.chance(0.5) : property(dice);
  if (dice.chance(0.06)) schema.patternProperties = { [dice.pick(PATTERNS)[0]]: property(dice) };
  if (dice.chance(0.06)) schema[dice.pick(["minProperties", "maxProperties"])] = dice.int(0, 3);
  if (dice.chance(0.08))
    schema[dice.pick(["allOf", "anyOf", "oneOf"])] = [
      { required: ["path"] },
      { properties: { limit: property(dice) } },
    ];
  if (dice.chance(0.04)) schema.type = dice.pick([["object"], ["object", "null"], "array"]);
  if (dice.chance(0.03)) delete schema.type;
  if (dice.chance(0.03)) schema.dependentRequired = { limit: ["path"] };
  return schema;
}

const TEXTS = [
  "500",
  "500",
  "0",
  "-7",
  "true",
  "false",
  "-0",
  "07",
  "5.5",
  "1e3",
  " 5",
  "",
  "2147483648",
  "0x10",
  "x",
  "null",
  "True",
];

const fits = (dice, { type, items } = {}) => {
  if (type === "array") return dice.list(dice.int(0, 4), () => fits(dice, Array.isArray(items) ? items[0] : items));
  const wanted = Array.isArray(type) ? dice.pick(type) : type;
  if (wanted === "boolean") return dice.chance(0.5) ? dice.pick(["true", "false"]) : dice.chance(0.5);
  if (wanted === "number" || wanted === "integer")
    return dice.chance(0.6) ? dice.pick(TEXTS.slice(0, 4)) : dice.pick([500, 1, -7, 0]);
  return wanted === "null" ? null : dice.pick(TEXTS);
};

/** Arguments for it. */
export function nearlyFittingArguments(dice, schema) {
  const made = {};
  const put = (key, value) =>
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
  for (const [key, inner] of Object.entries(schema.properties)) {
    if (dice.chance(0.9))
      put(key, dice.chance(0.85) ? fits(dice, inner) : dice.pick([...TEXTS, null, 5, true, [], {}, undefined]));
  }
  if (dice.chance(0.2)) put(dice.pick(KEYS), dice.pick(TEXTS));
  // What is met twice is mended in one place or in both, as the version has it.
  if (dice.chance(0.1)) put(dice.pick(["x", "path"]), dice.chance(0.5) ? { self: made, b: "5" } : [made]);
  if (dice.chance(0.1)) put("x", { y: dice.pick(Object.values(made)) });
  const keys = Object.keys(made);
  return dice.chance(0.2) ? Object.fromEntries(keys.reverse().map((key) => [key, made[key]])) : made;
}
