/** Arguments that fit a schema, or nearly: made from its keywords by one who does not read the small print. */
import { LOOSE_PATTERNS } from "./pi-schema-types.js";
import { jsonValue } from "./values.js";
import { FORMATS, keyOf, PATTERNS, put, TEXTS } from "./words.js";

const textFor = new Map([...PATTERNS, ...LOOSE_PATTERNS, ...FORMATS]);

/**
 * @param {import("../random/dice.js").Dice} dice
 * @param {unknown} schema
 * @param {unknown} root for references
 */
export function fitting(dice, schema, root = schema, depth = 5) {
  if (typeof schema !== "object" || schema === null || depth <= 0) return jsonValue(dice, 1);
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return structuredClone(dice.pick(schema.enum));
  if ("const" in schema) return structuredClone(schema.const);
  if (typeof schema.$ref === "string") return fitting(dice, target(schema, root), root, depth - 1);
  for (const name of ["anyOf", "oneOf"]) {
    const members = schema[name];
    if (Array.isArray(members) && members.length > 0 && !schema.properties) {
      return fitting(dice, dice.pick(members), root, depth - 1);
    }
  }
  const own = ofType(dice, typeOf(dice, schema), schema, root, depth);
  if (!Array.isArray(schema.allOf)) return own;
  const parts = schema.allOf.map((member) => fitting(dice, member, root, depth - 1));
  if (parts.length === 0 || !parts.every(isObject)) return parts[0] ?? own;
  return parts.reduce((whole, part) => merge(whole, part), isObject(own) ? own : {});
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function merge(whole, part) {
  for (const key of Object.keys(part)) put(whole, key, part[key]);
  return whole;
}

function typeOf(dice, schema) {
  const { type } = schema;
  if (Array.isArray(type)) return type.length > 0 ? dice.pick(type) : undefined;
  if (typeof type === "string") return type;
  if (isObject(schema.properties) || isObject(schema.patternProperties)) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  if ("pattern" in schema || "format" in schema) return "string";
  return "minimum" in schema || "maximum" in schema ? "number" : undefined;
}

function ofType(dice, type, schema, root, depth) {
  switch (type) {
    case "string":
      return text(dice, schema);
    case "number":
    case "integer":
      return number(dice, schema, type === "integer");
    case "boolean":
      return dice.chance(0.5);
    case "null":
      return null;
    case "array":
      return list(dice, schema, root, depth);
    case "object":
      return object(dice, schema, root, depth);
    case "bigint":
      return BigInt(dice.int(0, 20));
    case "bytes":
      return new Uint8Array(Number.isInteger(schema.minLength) ? schema.minLength : 1);
    case "undefined":
    case "void":
      return undefined;
    default:
      return jsonValue(dice, 1);
  }
}

function text(dice, { pattern, format, minLength, maxLength }) {
  if (textFor.has(pattern)) return textFor.get(pattern);
  if (textFor.has(format) && dice.chance(0.8)) return textFor.get(format);
  const length = Number.isInteger(minLength) ? minLength : 0;
  const made = dice.pick(TEXTS).padEnd(length, "x");
  return Number.isInteger(maxLength) && dice.chance(0.7) ? made.slice(0, maxLength) : made;
}

function number(dice, { minimum, maximum, exclusiveMinimum, multipleOf }, whole) {
  let made = dice.int(-5, 60);
  if (typeof minimum === "number") made = minimum + dice.int(0, 3);
  else if (typeof exclusiveMinimum === "number") made = exclusiveMinimum + 1;
  else if (typeof maximum === "number") made = maximum - dice.int(0, 3);
  if (typeof multipleOf === "number" && multipleOf > 0) made = Math.ceil(made / multipleOf) * multipleOf;
  return whole || dice.chance(0.6) ? Math.trunc(made) : made + 0.5;
}

function list(dice, schema, root, depth) {
  const positions = Array.isArray(schema.prefixItems) ? schema.prefixItems : schema.items;
  if (Array.isArray(positions)) {
    const made = positions.map((item) => fitting(dice, item, root, depth - 1));
    if (dice.chance(0.3)) made.push(jsonValue(dice, 1));
    return made;
  }
  const least = Number.isInteger(schema.minItems) ? Math.max(0, schema.minItems) : 0;
  const made = dice.list(dice.int(least, least + 2), () => fitting(dice, schema.items, root, depth - 1));
  if (isObject(schema.contains)) made.push(fitting(dice, schema.contains, root, depth - 1));
  return made;
}

function object(dice, schema, root, depth) {
  const made = {};
  if (isObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const key of Object.keys(schema.properties)) {
      if (required.includes(key) || dice.chance(0.7))
        put(made, key, fitting(dice, schema.properties[key], root, depth - 1));
    }
  }
  if (isObject(schema.patternProperties)) {
    for (const pattern of Object.keys(schema.patternProperties)) {
      const key = textFor.get(pattern) ?? keyOf(dice, 0.3);
      put(made, key, fitting(dice, schema.patternProperties[pattern], root, depth - 1));
    }
  }
  if (isObject(schema.additionalProperties) && dice.chance(0.6)) {
    put(made, keyOf(dice, 0.3), fitting(dice, schema.additionalProperties, root, depth - 1));
  }
  return made;
}

function target({ $ref, $defs }, root) {
  if ($ref === "#") return root;
  const name = $ref.split("/").pop();
  for (const holder of [$defs, root?.$defs, root?.definitions, root?.properties]) {
    if (isObject(holder) && Object.hasOwn(holder, name)) return holder[name];
  }
  return undefined;
}
