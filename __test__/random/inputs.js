/**
 * Schemas and arguments for random batches: simple ones, because the validator has tests of its own. What counts here is
 * that accepted, changed and refused arguments all take their way through the loop.
 */
import { Type } from "typebox";

const typebox = Type.Object({ path: Type.String(), offset: Type.Optional(Type.Number()) });
const json = {
  type: "object",
  properties: { path: { type: "string" }, offset: { type: "number" }, flag: { type: "boolean" } },
  required: ["path"],
};
const closed = {
  type: "object",
  properties: { path: { type: "string", minLength: 1 } },
  required: ["path"],
  additionalProperties: false,
};
const list = Type.Object({ items: Type.Array(Type.Object({ n: Type.Integer() })) });

export const SCHEMAS = [
  { name: "any", make: () => ({ type: "object" }) },
  { name: "typebox", make: () => typebox },
  { name: "json", make: () => json },
  { name: "closed", make: () => closed },
  { name: "list", make: () => list },
  { name: "fresh", make: () => JSON.parse(JSON.stringify(json)) },
];

const PATHS = ["any", "typebox", "json", "fresh"];

/** `fits`: the schemas that accept it, as it is or after a change. */
export const ARGUMENTS = [
  { name: "path", fits: [...PATHS, "closed"], make: () => ({ path: "a.txt" }) },
  { name: "number", fits: PATHS, make: () => ({ path: "a", offset: 3 }) },
  { name: "numeric text", fits: PATHS, make: () => ({ offset: "12", path: "a" }) },
  { name: "number for text", fits: PATHS, make: () => ({ path: 7, flag: "true" }) },
  { name: "unknown key", fits: PATHS, make: () => ({ path: "a", more: { deep: [1, null, "ü"] } }) },
  { name: "items", fits: ["any", "list"], make: () => ({ items: [{ n: 1 }, { n: "2" }] }) },
  { name: "one object for a list", fits: ["any", "list"], make: () => ({ items: { n: 4 } }) },
  { name: "shared", fits: ["any"], make: () => sharedParts() },
  { name: "empty", fits: ["any"], make: () => ({}) },
  { name: "wrong type", fits: [], make: () => ({ path: { a: 1 }, items: "no" }) },
  { name: "empty text", fits: [], make: () => ({ path: "" }) },
  { name: "wrong items", fits: [], make: () => ({ items: [{ n: 1.5 }, {}, 3] }) },
  { name: "undefined", fits: [], make: () => undefined },
  { name: "null", fits: [], make: () => null },
  { name: "text", fits: [], make: () => "{}" },
  { name: "array", fits: [], make: () => [1] },
  { name: "function inside", fits: [], make: () => ({ path: "a", run: () => 1 }) },
];

function sharedParts() {
  const part = { n: 1 };
  return { first: part, second: part };
}

export const schemaNamed = (name) => SCHEMAS.find((schema) => schema.name === name).make();
export const argumentsNamed = (name) => ARGUMENTS.find((one) => one.name === name).make();
