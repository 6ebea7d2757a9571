/** Random JSON Schema, as untidy as servers publish it: wrong-shaped keywords, dangling references, leftovers of old drafts. */
import { jsonValue } from "./values.js";
import { BAD_PATTERNS, FORMATS, KEYS, keyOf, keysOf, NUMBERS, PATTERNS, put, TEXTS } from "./words.js";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
const ODD_TYPES = ["any", "int", "String", "float", "", "undefined", "bigint", "function", "date"];

const REFERENCES = [
  "#", "#/$defs/A", "#/$defs/B", "#/definitions/A", "#/definitions/C", "#/properties/a", "#/properties/path", "#/$defs/missing", "#nowhere",
  "A", "B", "#A", "#anchor", "other.json", "https://example.com/root", "https://example.com/A#anchor", "urn:x:y", "#/$defs/a~1b", "#/$defs/%41",
  "#/items", "#/", "", "/", "%", "#/$defs", "#/$defs/A/properties/a", "#/$defs/__proto__", "#/toString", "root#/$defs/A",
]; // biome-ignore format: a table
const IDS = [
  "A",
  "B",
  "root",
  "#anchor",
  "https://example.com/root",
  "https://example.com/A",
  "urn:x:y",
  "other.json",
  "",
  "/a/b",
  "%",
  5,
];

const WRONG = [true, false, null, 5, "text", [], {}, -1, 1.5, "5", [1], [null], { a: 1 }, { type: "string" }];

/** One keyword each: `(make, dice, depth)`, where `make` makes an inner schema. */
const KEYWORDS = {
  minLength: count,
  maxLength: count,
  pattern: (_, dice) => (dice.chance(0.04) ? dice.pick(BAD_PATTERNS) : dice.pick(PATTERNS)[0]),
  format: (_, dice) => dice.pick(FORMATS)[0],
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (_, dice) => dice.pick([1, 2, 3, 0.1, 0.01, 0.5, 1e-8, 1e10, 0, -2, 7, 1.1]),
  properties: (make, dice) => schemaMap(make, dice, 4),
  required: (_, dice) => keysOf(dice, dice.int(0, 3), 0.1),
  additionalProperties: (make, dice) => (dice.chance(0.6) ? dice.chance(0.3) : make()),
  patternProperties: (make, dice) => patternMap(make, dice),
  propertyNames: (make, dice) => (dice.chance(0.6) ? { pattern: dice.pick(PATTERNS)[0] } : make()),
  minProperties: count,
  maxProperties: count,
  dependentRequired: (_, dice) => keyLists(dice),
  dependentSchemas: (make, dice) => schemaMap(make, dice, 2),
  dependencies: (make, dice) => (dice.chance(0.5) ? keyLists(dice) : schemaMap(make, dice, 2)),
  items: (make, dice) => (dice.chance(0.2) ? dice.list(dice.int(0, 3), make) : make()),
  prefixItems: (make, dice) => dice.list(dice.int(0, 3), make),
  additionalItems: (make, dice) => (dice.chance(0.5) ? dice.chance(0.3) : make()),
  contains: (make) => make(),
  minContains: count,
  maxContains: count,
  minItems: count,
  maxItems: count,
  uniqueItems: (_, dice) => dice.chance(0.8),
  enum: (_, dice) => dice.list(dice.int(0, 4), () => jsonValue(dice, 1)),
  const: (_, dice) => jsonValue(dice, 1),
  allOf: alternatives,
  anyOf: alternatives,
  oneOf: alternatives,
  not: (make) => make(),
  if: (make) => make(),
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword
  then: (make) => make(),
  else: (make) => make(),
  $ref: (_, dice) => dice.pick(REFERENCES),
  $dynamicRef: (_, dice) => dice.pick(REFERENCES),
  $recursiveRef: (_, dice) => dice.pick(["#", "#", "#/$defs/A"]),
  $recursiveAnchor: (_, dice) => dice.chance(0.8),
  $id: (_, dice) => dice.pick(IDS),
  id: (_, dice) => dice.pick(IDS),
  $anchor: (_, dice) => dice.pick(["A", "anchor", "x"]),
  $dynamicAnchor: (_, dice) => dice.pick(["A", "anchor", "x"]),
  $defs: (make) => definitions(make),
  definitions: (make) => definitions(make),
  unevaluatedProperties: (make, dice) => (dice.chance(0.6) ? dice.chance(0.3) : make()),
  unevaluatedItems: (make, dice) => (dice.chance(0.6) ? dice.chance(0.3) : make()),
  type: (_, dice) => types(dice),
  nullable: (_, dice) => dice.chance(0.8),
  default: (_, dice) => jsonValue(dice, 1),
  $schema: (_, dice) =>
    dice.pick(["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema", "x"]),
  title: (_, dice) => dice.pick(TEXTS),
  $comment: () => "a comment",
  contentEncoding: () => "base64",
  "x-order": (_, dice) => dice.int(0, 9),
};

const NAMES = Object.keys(KEYWORDS);
const LONE = NAMES.filter((name) => !["$id", "id", "$recursiveAnchor", "$dynamicAnchor", "$anchor"].includes(name));

const BY_TYPE = {
  string: ["minLength", "maxLength", "pattern", "format", "enum", "const"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum", "const"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum"],
  boolean: ["const", "enum"],
  null: ["const"],
  object: ["required", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties", "allOf", "anyOf", "if"],
  array: ["prefixItems", "additionalItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems"],
}; // biome-ignore format: a table

function count(_, dice) {
  return dice.pick([0, 1, 2, 3, 3, 4, 1.5, -1]);
}

function number(_, dice) {
  return dice.pick(NUMBERS);
}

function alternatives(make, dice) {
  return dice.list(dice.pick([0, 1, 2, 2, 2, 3]), make);
}

function types(dice) {
  const one = () => (dice.chance(0.06) ? dice.pick(ODD_TYPES) : dice.pick(TYPES));
  return dice.chance(0.3) ? dice.list(dice.int(0, 3), one) : one();
}

function schemaMap(make, dice, most) {
  const map = {};
  for (const key of keysOf(dice, dice.int(0, most), 0.12)) put(map, key, make());
  return map;
}

function patternMap(make, dice) {
  const map = {};
  for (let left = dice.int(0, 2); left > 0; left--) put(map, dice.pick(PATTERNS)[0], make());
  return map;
}

function keyLists(dice) {
  const map = {};
  for (const key of keysOf(dice, dice.int(0, 2), 0.1)) put(map, key, keysOf(dice, dice.int(0, 3), 0.1));
  return map;
}

function definitions(make) {
  return { A: make(), B: make(), "a/b": make() };
}

/** A random schema. */
export function jsonSchema(dice, depth = 3, make = () => jsonSchema(dice, depth - 1)) {
  if (depth <= 0) return leaf(dice);
  const roll = dice.next();
  if (roll < 0.03) return dice.chance(0.6);
  if (roll < 0.05) return dice.pick([{}, null, 5, "string", []]);
  if (roll < 0.13) return { $ref: dice.pick(REFERENCES), ...(dice.chance(0.3) ? { description: "d" } : {}) };
  const schema = {};
  if (roll < 0.75) typed(schema, dice, depth, make);
  else for (let left = dice.int(1, 3); left > 0; left--) addKeyword(schema, dice.pick(LONE), dice, make);
  if (dice.chance(0.2)) addKeyword(schema, dice.pick(NAMES), dice, make);
  return schema;
}

function typed(schema, dice, depth, make) {
  const type = depth > 1 && dice.chance(0.5) ? dice.pick(["object", "array"]) : dice.pick(TYPES);
  schema.type = dice.chance(0.1) ? types(dice) : type;
  if (type === "object" && dice.chance(0.9)) addKeyword(schema, "properties", dice, make);
  if (type === "array" && dice.chance(0.8)) addKeyword(schema, "items", dice, make);
  for (let left = dice.pick([0, 0, 1, 1, 2]); left > 0; left--)
    addKeyword(schema, dice.pick(BY_TYPE[type]), dice, make);
}

function addKeyword(schema, name, dice, make) {
  const value = dice.chance(0.04) ? dice.pick(WRONG) : KEYWORDS[name](make, dice);
  schema[name] = value;
  if (name === "if" && dice.chance(0.8)) {
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    schema.then = make();
    if (dice.chance(0.6)) schema.else = make();
  }
}

function leaf(dice) {
  const type = dice.pick(["string", "number", "integer", "boolean", "null", "string", "integer"]);
  const schema = { type };
  if (dice.chance(0.4)) addKeyword(schema, dice.pick(BY_TYPE[type]), dice, () => ({ type }));
  return dice.chance(0.1) ? { $ref: dice.pick(REFERENCES) } : schema;
}

/** The schema of a tool: nearly always an object at the root, often with definitions. */
export function toolSchema(dice, inner) {
  const depth = dice.int(1, 3);
  const make = inner ?? (() => jsonSchema(dice, depth));
  if (dice.chance(0.1)) return jsonSchema(dice, depth + 1, make);
  const schema = { type: "object", properties: {} };
  for (const key of keysOf(dice, dice.int(1, 4), 0.1)) put(schema.properties, key, make());
  if (dice.chance(0.5)) schema.required = Object.keys(schema.properties).filter(() => dice.chance(0.6));
  if (dice.chance(0.3)) schema.additionalProperties = dice.chance(0.2);
  if (dice.chance(0.4)) schema.$defs = definitions(make);
  if (dice.chance(0.15)) schema.definitions = { A: make(), C: make() };
  if (dice.chance(0.08)) schema.$id = dice.pick(IDS);
  if (dice.chance(0.3)) addKeyword(schema, dice.pick(BY_TYPE.object), dice, make);
  if (dice.chance(0.15)) addKeyword(schema, dice.pick(NAMES), dice, make);
  if (dice.chance(0.03)) delete schema.type;
  if (dice.chance(0.03)) put(schema, "properties", dice.pick(WRONG));
  return schema;
}

export const knownKeys = () => KEYS;
export { addKeyword, keyOf, NAMES as KEYWORD_NAMES };
