/** Random schemas that are hardly more than resources and references: bases that join, bases that do not, anchors, loops. */

const IDS = [
  "a", "b.json", "/a/b.json", "../c", "", "?q", "#A", "a#A", "//h/r", "urn:x:y", "urn:x:y", "urn:x:z:w", "http://[", "%",
  "http://h/r", "http://h/r", "http://h/d/e.json", "http://g", "http://h/r#A", "https://json-schema.org/a",
]; // biome-ignore format: a table
const FRAGMENTS = [
  "#", "#A", "#B", "#/$defs/A", "#/$defs/B", "#/properties/a", "#/properties/b", "#/$defs/A/properties/a", "#/properties/a/properties/b",
  "#/allOf/0", "#/anyOf/0", "#/$defs", "#/gone", "#gone", "#/",
]; // biome-ignore format: a table

const reference = (dice) => {
  const roll = dice.next();
  if (roll < 0.45) return dice.pick(FRAGMENTS);
  if (roll < 0.6) return `${dice.pick(IDS).replace(/#.*/, "")}${dice.pick(FRAGMENTS)}`;
  return roll < 0.7 ? dice.pick(["A", "B"]) : dice.pick(IDS);
};

const ANCHORS = { $anchor: 0.12, $dynamicAnchor: 0.15 };

function schema(dice, depth) {
  const made = {};
  if (dice.chance(0.3)) made.$id = dice.pick(IDS);
  for (const [name, chance] of Object.entries(ANCHORS)) if (dice.chance(chance)) made[name] = dice.pick(["A", "B"]);
  if (dice.chance(0.06)) made.$recursiveAnchor = dice.chance(0.9);
  if (dice.chance(depth === 0 ? 0.5 : 0.25)) made.$ref = reference(dice);
  if (dice.chance(0.08)) made.$dynamicRef = reference(dice);
  if (dice.chance(0.06)) made.$recursiveRef = dice.pick(["#", "#", "#", "#A"]);
  if (dice.chance(depth === 0 ? 0.7 : 0.3)) made.type = dice.pick(["string", "number", "object"]);
  if (depth > 0) holders(made, dice, () => schema(dice, depth - 1));
  return dice.chance(0.1) ? shuffled(made, dice) : made;
}

function holders(made, dice, inner) {
  if (dice.chance(0.6)) made.properties = map(dice, ["a", "b", "c"], inner);
  if (dice.chance(0.15)) made[dice.pick(["allOf", "anyOf", "oneOf"])] = dice.list(dice.int(1, 2), inner);
  if (dice.chance(0.35)) made.$defs = map(dice, ["A", "B", "a", "http://h/r", "urn:x:y"], inner);
  if (dice.chance(0.05)) made.items = inner();
  if (dice.chance(0.05)) made.unevaluatedProperties = dice.chance(0.3);
  if (dice.chance(0.02)) made.const = { $id: "a" };
}

const map = (dice, names, inner) =>
  Object.fromEntries(dice.list(dice.int(1, 3), () => dice.pick(names)).map((name) => [name, inner()]));

/** What stands first is searched first. */
function shuffled(made, dice) {
  const left = Object.keys(made);
  const entries = [];
  while (left.length > 0) {
    const [key] = left.splice(dice.int(0, left.length - 1), 1);
    entries.push([key, made[key]]);
  }
  return Object.fromEntries(entries);
}

/** Puts a resource among the definitions that several references lead into. */
function bundle(made, dice) {
  const $id = dice.pick(["http://h/r", "http://h/r", "r", "http://h/d/r"]);
  const refer = () => ({ $ref: `${$id}${dice.pick(["#/$defs/A", "#/$defs/A", "#/$defs/B", "", "#A"])}` });
  made.$defs = { A: schema(dice, 0), ...made.$defs, r: { $id, $defs: { A: schema(dice, 0), B: schema(dice, 1) } } };
  for (const key of ["a", "b", "c"]) if (dice.chance(0.5)) made.properties[key] = refer();
}

/** The schema of a tool. */
export function referenceSchema(dice) {
  const made = schema(dice, dice.int(2, 3));
  made.type = "object";
  made.properties ??= { a: schema(dice, 1), b: schema(dice, 1) };
  if (dice.chance(0.3)) bundle(made, dice);
  if (dice.chance(0.06)) made.$schema = "https://json-schema.org/draft/2020-12/schema";
  return made;
}
