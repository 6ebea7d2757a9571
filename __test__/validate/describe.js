/**
 * Turns a value into one line of text by which two values can be compared to the last bit: types, key order, `undefined`,
 * -0, NaN, holes, prototypes, attributes of properties, and which object is which. Runs no getter.
 */
import { types } from "node:util";

/**
 * @param {unknown} value
 * @param {Map<object, string>} [known] objects that have a name already, such as those of the raw arguments: meeting one
 *   in a copy shows that it is shared
 */
export function describe(value, known = new Map()) {
  const seen = new Map();
  const parts = [];
  // A list of what is left to do instead of recursion: values may be nested 200,000 deep.
  const todo = [value];
  while (todo.length > 0) {
    const next = todo.pop();
    if (next instanceof Text) {
      parts.push(next.text);
      continue;
    }
    if (typeof next !== "object" || next === null) {
      parts.push(scalar(next));
      continue;
    }
    const name = known.get(next) ?? seen.get(next);
    if (name !== undefined) {
      parts.push(`@${name}`);
      continue;
    }
    seen.set(next, String(seen.size));
    const members = membersOf(next);
    parts.push(`#${seen.size - 1}${kindOf(next)}{`);
    todo.push(new Text("}"));
    for (let at = members.length - 1; at >= 0; at--) todo.push(members[at]);
  }
  return parts.join("");
}

class Text {
  constructor(text) {
    this.text = text;
  }
}

/** Every object that can be reached, with a name for each. */
export function namesOf(value, prefix) {
  const names = new Map();
  const todo = [value];
  while (todo.length > 0) {
    const next = todo.pop();
    if (typeof next !== "object" || next === null || names.has(next)) continue;
    names.set(next, `${prefix}${names.size}`);
    for (const member of membersOf(next)) if (!(member instanceof Text)) todo.push(member);
  }
  return names;
}

function scalar(value) {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "bigint":
      return `${value}n`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "symbol":
      return value.toString();
    case "function":
      return "ƒ";
    default:
      return String(value);
  }
}

function kindOf(object) {
  if (types.isProxy(object)) return "proxy";
  const prototype = Object.getPrototypeOf(object);
  const fixed = Object.isExtensible(object) ? "" : "!inextensible";
  if (prototype === Object.prototype) return fixed;
  if (Array.isArray(object))
    return `${prototype === Array.prototype ? "" : nameOf(prototype)}[${object.length}]${fixed}`;
  return nameOf(prototype) + innerOf(object) + fixed;
}

function nameOf(prototype) {
  if (prototype === null) return "<null>";
  const maker = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return `<${typeof maker === "function" ? maker.name : "?"}>`;
}

/** What an object holds besides properties. */
function innerOf(object) {
  if (types.isDate(object)) return String(Date.prototype.getTime.call(object));
  if (types.isRegExp(object)) return `/${object.source}/${object.flags}@${object.lastIndex}`;
  if (types.isBoxedPrimitive(object)) return scalar(object.valueOf());
  if (types.isAnyArrayBuffer(object)) return `bytes ${Buffer.from(object).toString("hex")}`;
  if (types.isArrayBufferView(object)) return `view ${object.byteOffset}+${object.byteLength}`;
  return "";
}

const hidden = ({ enumerable, configurable, writable, get, set }) =>
  (enumerable ? "" : "!hidden") + (configurable ? "" : "!fixed") + (get || set || writable ? "" : "!readonly");

function membersOf(object) {
  if (types.isProxy(object)) return [];
  const members = [];
  for (const key of Reflect.ownKeys(object)) {
    if (key === "length" && Array.isArray(object)) continue;
    if (types.isTypedArray(object) && /^\d+$/.test(String(key))) continue;
    const property = Object.getOwnPropertyDescriptor(object, key);
    members.push(new Text(`${typeof key === "symbol" ? key.toString() : JSON.stringify(key)}${hidden(property)}:`));
    members.push(property.get || property.set ? new Text("<accessor>") : property.value);
    members.push(new Text(","));
  }
  if (types.isMap(object)) for (const pair of Map.prototype.entries.call(object)) members.push(...pair, new Text(";"));
  if (types.isSet(object)) for (const item of Set.prototype.values.call(object)) members.push(item, new Text(";"));
  if (types.isArrayBufferView(object)) members.push(object.buffer);
  return members;
}
