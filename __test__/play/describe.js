/**
 * Turns any value into one line of text that two runs can be compared by. Objects get names that mean the same in both
 * runs: those that the scenario made carry the label it gave them, all others are numbered in the order they are first seen.
 * "The same object" is therefore part of the text, as are the order of the keys, prototypes and frozenness.
 */
export class Names {
  #labels = new WeakMap();
  #opaque = new WeakSet();
  #seen = 0;

  /** Labels an object. An opaque one is never looked into (the context, the message, the signal). */
  give(value, label, { opaque = false } = {}) {
    this.#labels.set(value, label);
    if (opaque) this.#opaque.add(value);
    return value;
  }

  of(value) {
    let label = this.#labels.get(value);
    if (label === undefined) {
      label = `~${this.#seen++}`;
      this.#labels.set(value, label);
    }
    return label;
  }

  isOpaque(value) {
    return this.#opaque.has(value);
  }

  describe(value) {
    return describe(value, this, new Set(), 0);
  }
}

const MAX_DEPTH = 12;

function describe(value, names, shown, depth) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "symbol") return value.toString();
  if (typeof value === "function") return `ƒ${names.of(value)}`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  const label = `@${names.of(value)}`;
  if (names.isOpaque(value) || shown.has(value) || depth > MAX_DEPTH) return label;
  shown.add(value);
  return label + body(value, names, shown, depth) + (Object.isExtensible(value) ? "" : "!inextensible");
}

function body(value, names, shown, depth) {
  if (value instanceof Error) return `${value.constructor.name}(${JSON.stringify(value.message)})`;
  if (value instanceof Promise) return "Promise";
  if (value instanceof Date) return `Date(${value.getTime()})`;
  const entries = Reflect.ownKeys(value).map((key) => property(value, key, names, shown, depth));
  if (Array.isArray(value)) return `[${entries.slice(0, -1).join(", ")}; length ${value.length}]`;
  return `${prototype(value)}{${entries.join(", ")}}`;
}

function property(owner, key, names, shown, depth) {
  const { value, get, set, enumerable, writable, configurable } = Object.getOwnPropertyDescriptor(owner, key);
  const flags =
    (enumerable ? "" : "!hidden") + (configurable ? "" : "!fixed") + (get || set || writable ? "" : "!readonly");
  const text = get || set ? "<accessor>" : describe(value, names, shown, depth + 1);
  return `${String(key)}${flags}: ${text}`;
}

function prototype(value) {
  const proto = Object.getPrototypeOf(value);
  if (proto === Object.prototype) return "";
  return proto === null ? "<null>" : `<${proto.constructor?.name ?? "?"}>`;
}
