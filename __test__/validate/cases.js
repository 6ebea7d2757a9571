/**
 * One random case for each seed: a tool's schema and the arguments of a call. Some neighbouring seeds share a schema, so
 * that one object is used for several calls, as it is in an agent.
 */
import { readFileSync } from "node:fs";
import { Dice } from "../random/dice.js";
import { fitting } from "./fitting.js";
import { jsonSchema, toolSchema } from "./json-schemas.js";
import { nearlyFittingArguments, nearlyFittingSchema } from "./nearly-fitting.js";
import { piSchemaTool } from "./pi-schema-types.js";
import { referenceSchema } from "./reference-schemas.js";
import { spoil, spoilBeyond } from "./spoil.js";
import { anyType, toolType } from "./typebox-types.js";
import { jsonValue } from "./values.js";

export const KINDS = ["typebox", "json", "real", "beyond", "pi-schema", "references", "nearly"];
const CALLS_FOR_A_SCHEMA = 4;
const TYPEBOX_KIND = Symbol.for("TypeBox.Kind");

export const realTools = JSON.parse(readFileSync(new URL("../data/tools-open.json", import.meta.url), "utf8"));

const SCHEMAS = {
  typebox: (dice) => dressed(dice, toolType(dice)),
  json: (dice) => dressed(dice, toolSchema(dice)),
  real: (dice) => dice.pick(realTools).parameters,
  beyond: (dice) =>
    dice.chance(0.5) ? SCHEMAS.typebox(dice) : dice.chance(0.8) ? SCHEMAS.json(dice) : SCHEMAS.real(dice),
  "pi-schema": (dice) => piSchemaTool(dice),
  references: referenceSchema,
  nearly: nearlyFittingSchema,
};

/** Schemas come in several states: as made, sent as JSON, marked as an old TypeBox does, mixed from both worlds. */
function dressed(dice, schema) {
  const roll = dice.next();
  if (roll < 0.04) return mixed(dice);
  if (roll < 0.1) return throughJson(schema);
  if (roll < 0.13 && typeof schema === "object" && schema !== null) {
    return Object.defineProperty(schema, TYPEBOX_KIND, { value: "Object", enumerable: false });
  }
  if (roll < 0.14) return Object.freeze(schema);
  return schema;
}

function throughJson(schema) {
  try {
    return JSON.parse(JSON.stringify(schema));
  } catch {
    return schema;
  }
}

function mixed(dice) {
  return toolSchema(dice, () => (dice.chance(0.5) ? anyType(dice, 2) : jsonSchema(dice, 2)));
}

const last = { key: "", schema: undefined };

/** The schema is made once for the seeds that share it. */
function schemaFor(kind, seed) {
  const group = Math.floor(seed / CALLS_FOR_A_SCHEMA);
  const key = `${kind} ${group}`;
  if (last.key !== key) {
    last.key = key;
    last.schema = SCHEMAS[kind](new Dice(group * 8 + KINDS.indexOf(kind)));
  }
  return last.schema;
}

function argumentsFor(kind, dice, schema) {
  if (kind === "nearly") return nearlyFittingArguments(dice, schema);
  const fits = dice.chance(0.93) ? fitting(dice, schema) : jsonValue(dice, 3);
  if (kind === "beyond") return spoilBeyond(dice, fits);
  return dice.chance(kind === "pi-schema" ? 0.15 : 0.03) ? spoilBeyond(dice, fits) : spoil(dice, fits);
}

/** @param {string} kind @param {number} seed */
export function caseOf(kind, seed) {
  const parameters = schemaFor(kind, seed);
  const args = argumentsFor(kind, new Dice(seed * 8 + 4 + KINDS.indexOf(kind)), parameters);
  return { parameters, args };
}

/** @param {unknown} parameters @param {number} seed */
export function spoiledFor(parameters, seed) {
  return argumentsFor("real", new Dice(seed), parameters);
}
