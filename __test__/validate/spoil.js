/** What models do to arguments. */
import { types } from "node:util";
import { beyondValue, jsonValue, tangle } from "./values.js";
import { keyOf, put } from "./words.js";

const { isProxy, isArrayBufferView } = types;
const isList = Array.isArray;
const isObject = (value) => typeof value === "object" && value !== null;

/** Each takes a value and gives another. */
const SPOILERS = [
  (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : JSON.stringify(value)),
  (value) => (isObject(value) ? JSON.stringify(value) : String(value)),
  () => null,
  (value) => [value],
  (value) => (isList(value) ? value[0] : value),
  (value) => (typeof value === "string" ? ` ${value} ` : value),
  (value) => (typeof value === "string" ? value.toUpperCase() : value),
  (value, dice) => (typeof value === "number" ? value + dice.pick([0.5, 1, -1, 1e16, 1e-12]) : value),
  (value, dice) => (typeof value === "number" ? `${value}${dice.pick([".0", ".5", "e0", "px", " "])}` : value),
  (value, dice) => (typeof value === "boolean" ? dice.pick([Number(value), value ? "True" : "FALSE", value ? "yes" : "no"]) : value),
  (value) => (isList(value) ? Object.assign({}, value) : value),
  (value) => (isList(value) ? value.join(",") : value),
  (value) => (isList(value) ? [...value, ...value] : value),
  (value) => (isObject(value) && !isList(value) ? Object.values(value) : value),
  (value) => (isObject(value) && !isList(value) ? reversed(value) : value),
  (value) => (isObject(value) && !isList(value) ? { arguments: value } : value),
  (_, dice) => jsonValue(dice, 2),
  () => undefined,
  () => "",
  () => ({}),
  () => [],
  (value, dice) => extraKey(value, dice),
  (value, dice) => missingKey(value, dice),
  (value, dice) => missingKey(value, dice),
  (value, dice) => (typeof value === "string" ? value.repeat(dice.pick([2, 20])) : value),
]; // biome-ignore format: a table

function reversed(object) {
  const made = {};
  for (const key of Object.keys(object).reverse()) put(made, key, object[key]);
  return made;
}

function extraKey(value, dice) {
  if (!isObject(value) || isList(value)) return value;
  return put({ ...value }, keyOf(dice, 0.3), jsonValue(dice, 1));
}

function missingKey(value, dice) {
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  const made = isList(value) ? [...value] : { ...value };
  const key = dice.pick(keys);
  if (isList(made)) made.splice(Number(key), 1);
  else delete made[key];
  return made;
}

/** Places in a value that can be changed, as lists of keys; the root is one. */
function places(value, path = [], found = []) {
  found.push(path);
  if (!isObject(value) || isProxy(value) || isArrayBufferView(value)) return found;
  for (const key of Object.keys(value)) {
    if (found.length > 60) break;
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property.writable && property.configurable) places(property.value, [...path, key], found);
  }
  return found;
}

function changeAt(value, path, change) {
  if (path.length === 0) return change(value);
  const [key, ...rest] = path;
  put(value, key, changeAt(value[key], rest, change));
  return value;
}

/** Changes that many random places by `change`, the root seldom. */
function changeSome(dice, value, count, change) {
  let made = value;
  for (let left = count; left > 0; left--) {
    const all = places(made);
    const path = all.length > 1 && !dice.chance(0.05) ? dice.pick(all.slice(1)) : dice.pick(all);
    made = changeAt(made, path, (part) => unlessItThrows(part, () => change(part, dice)));
  }
  return made;
}

/** Getters in a part may throw when it is taken apart; it stays as it is then. */
function unlessItThrows(part, change) {
  try {
    return change();
  } catch {
    return part;
  }
}

/** Spoils plain arguments. */
export function spoil(dice, value) {
  return changeSome(dice, value, dice.pick([0, 1, 1, 1, 2, 2, 3, 4]), (part) => dice.pick(SPOILERS)(part, dice));
}

/** Spoils plain arguments, and puts values beyond JSON into them. */
export function spoilBeyond(dice, value) {
  const plain = dice.chance(0.5) ? spoil(dice, value) : value;
  const tangled = dice.chance(0.15) ? tangleOnly(dice, plain) : plain;
  if (tangled !== NOT_TANGLED && tangled !== plain) return tangled;
  const made = changeSome(dice, plain, dice.pick([1, 1, 2, 3]), (part, inner) => beyondOrWrapped(part, inner));
  return dice.chance(0.1) ? tangle(dice, made) : made;
}

const NOT_TANGLED = Symbol("not tangled");

function tangleOnly(dice, value) {
  return isObject(value) ? tangle(dice, structuredClone(value)) : NOT_TANGLED;
}

/** Mostly a new value; now and then the old one in another dress. */
function beyondOrWrapped(part, dice) {
  if (!dice.chance(0.3)) return beyondValue(dice);
  if (typeof part === "number" && Number.isInteger(part)) return dice.pick([BigInt(part), Object(part), -0]);
  if (typeof part === "string") return dice.pick([Object(part), `${part}\ud800`]);
  if (typeof part === "boolean") return Object(part);
  if (isList(part)) return dice.pick([Object.assign([...part], { extra: 1 }), holed(part), new Set(part)]);
  if (isObject(part))
    return dice.pick([
      Object.assign(Object.create(null), part),
      Object.assign(new (class Row {})(), part),
      new Map(Object.entries(part)),
    ]);
  return undefined;
}

function holed(list) {
  const made = [...list, 1];
  delete made[0];
  return made;
}
