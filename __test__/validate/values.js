/** Random values: such as JSON has, and such as it has not. */
import { KEYS, keyOf, keysOf, NUMBERS, put, TEXTS } from "./words.js";

/** A random JSON value. */
export function jsonValue(dice, depth = 2) {
  const roll = dice.int(0, depth > 0 ? 9 : 6);
  if (roll < 2) return dice.pick(TEXTS);
  if (roll < 4) return dice.pick(NUMBERS);
  if (roll < 5) return dice.chance(0.5);
  if (roll < 6) return null;
  if (roll < 7) return dice.int(-20, 200);
  if (roll < 8) return dice.list(dice.int(0, 3), () => jsonValue(dice, depth - 1));
  return jsonObject(dice, depth);
}

function jsonObject(dice, depth) {
  const object = {};
  for (const key of keysOf(dice, dice.int(0, 4), 0.2)) put(object, key, jsonValue(dice, depth - 1));
  return object;
}

class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  get sum() {
    return this.x + this.y;
  }
}
class Items extends Array {}

const own = (object, attributes) => Object.defineProperties(object, attributes);

/** Makers of values beyond JSON. Each takes the dice and a function that makes an inner value. */
const BEYOND = {
  undefined: () => undefined,
  notANumber: () => Number.NaN,
  minusZero: () => -0,
  infinity: (dice) => (dice.chance(0.5) ? Infinity : -Infinity),
  bigint: (dice) => dice.pick([0n, 1n, -5n, 42n, 2n ** 53n, 2n ** 70n, -(2n ** 64n), 9007199254740991n]),
  date: (dice) => new Date(dice.pick([0, Number.NaN, 1.7e12, -1])),
  dateWithKey: (dice, inner) => Object.assign(new Date(5), { [keyOf(dice, 0.2)]: inner() }),
  map: (_, inner) => new Map([["a", inner()], [inner(), 1]]),
  set: (_, inner) => new Set([inner(), inner()]),
  regexp: (dice) => Object.assign(/a+/giu, { lastIndex: dice.int(0, 1) }),
  bytes: (dice) => new Uint8Array(dice.int(0, 3)).fill(7),
  floats: () => new Float64Array([1.5, -0, Number.NaN]),
  bigs: () => new BigInt64Array([1n, -1n]),
  clamped: () => new Uint8ClampedArray([1, 2]),
  view: () => new DataView(new ArrayBuffer(8), 2, 4),
  buffer: () => new ArrayBuffer(4),
  nodeBuffer: () => Buffer.from("ab"),
  sparse: (_, inner) => own([inner(), inner(), inner()], {}) && withHole([inner(), inner(), inner()]),
  allHoles: (dice) => new Array(dice.int(1, 5)),
  extraKeys: (dice, inner) => Object.assign([inner(), 1], { [dice.pick(["a", "index", "-1", "01"])]: inner() }),
  match: () => /(?<x>a)b/.exec("cab"),
  longExtra: (_, inner) => Object.assign(Array.from({ length: 70 }, (_, n) => n), { extra: inner() }),
  longSparse: () => withHole(Array.from({ length: 70 }, (_, n) => n)),
  cycle: (_, inner) => cycle({ a: inner() }, "b"),
  cyclicArray: (_, inner) => cycle([inner()], "1"),
  twice: (_, inner) => {
    const shared = { a: inner() };
    return { a: shared, b: shared, c: [shared, shared] };
  },
  twiceArray: (_, inner) => {
    const shared = [inner()];
    return [shared, shared, { a: shared }];
  },
  lone: (dice) => dice.pick(["\ud800", "x\udc00y", "\udc00\ud800", `${"a".repeat(66)}\ud800`]),
  loneKey: (_, inner) => ({ "\ud800": inner(), "\udfff": 1 }),
  proto: (_, inner) => put({}, "__proto__", inner()),
  instance: (_, inner) => new Point(inner(), 2),
  subclass: (_, inner) => Items.from([inner(), 1]),
  nullPrototype: (_, inner) => Object.assign(Object.create(null), { a: inner(), b: 1 }),
  inherited: (_, inner) => Object.assign(Object.create({ limit: 5, a: 1 }), { b: inner() }),
  getter: (_, inner) => {
    const value = inner();
    return own({}, { a: { get: () => value, enumerable: true } });
  },
  throwing: () =>
    own({ a: 1 }, {
      b: {
        get() {
          throw new TypeError("the getter fails");
        },
        enumerable: true,
      },
    }),
  throwingOdd: () =>
    own([], {
      0: {
        get() {
          throw "a text";
        },
        enumerable: true,
      },
    }),
  proxy: (_, inner) => new Proxy({ a: inner() }, {}),
  proxyArray: (_, inner) => new Proxy([inner()], {}),
  symbol: () => Symbol("mine"),
  symbolKey: (_, inner) => ({ a: inner(), [Symbol("key")]: 1 }),
  hiddenKey: (_, inner) => own({ a: inner() }, { b: { value: 1 } }),
  frozen: (_, inner) => Object.freeze({ a: inner(), b: Object.freeze([1]) }),
  callable: () => function named() {},
  arrow: () => () => 1,
  classItself: () => Point,
  boxedText: () => Object("12"),
  boxedNumber: () => Object(5),
  boxedBoolean: () => Object(false),
  boxedBig: () => Object(7n),
  boxedSymbol: () => Object(Symbol("boxed")),
  error: (_, inner) => Object.assign(new RangeError("out of range"), { extra: inner() }),
  errorCause: () => new Error("outer", { cause: new TypeError("inner") }),
  weakMap: () => new WeakMap(),
  promise: () => Promise.resolve(1),
  url: () => new URL("https://a.b/c"),
  args: (_, inner) =>
    (function () {
      // biome-ignore lint/complexity/noArguments: the object itself is wanted
      return arguments;
    })(inner(), 2),
  toJson: (_, inner) => ({ a: inner(), b: put({}, "toJSON", 5) }),
  tagged: (_, inner) => ({ a: inner(), [Symbol.toStringTag]: "Odd" }),
  date2: () => new (class When extends Date {})(3),
}; // biome-ignore format: a table

function withHole(array) {
  delete array[1];
  return array;
}

function cycle(object, key) {
  object[key] = object;
  return object;
}

export const BEYOND_NAMES = Object.keys(BEYOND);

/** Kinds that make every call fail in the same way; rare, or nothing else is tested. */
const REFUSED = [
  "throwing",
  "throwingOdd",
  "proxy",
  "proxyArray",
  "symbol",
  "callable",
  "arrow",
  "classItself",
  "boxedSymbol",
  "weakMap",
  "promise",
];
const CLONEABLE = BEYOND_NAMES.filter((name) => !REFUSED.includes(name));

/** A random value beyond JSON. */
export function beyondValue(dice, depth = 1) {
  const name = dice.chance(0.06) ? dice.pick(REFUSED) : dice.pick(CLONEABLE);
  const inner = () => {
    if (depth > 0 && dice.chance(0.3)) return beyondValue(dice, depth - 1);
    return jsonValue(dice, 1);
  };
  return BEYOND[name](dice, inner);
}

/** Arguments whose parts are used in several places, or lead back to themselves. */
export function tangle(dice, value) {
  const objects = [];
  const collect = (part) => {
    if (typeof part !== "object" || part === null || objects.length > 50 || Object.isFrozen(part)) return;
    const prototype = Object.getPrototypeOf(part);
    if (prototype !== Object.prototype && prototype !== Array.prototype) return;
    if (objects.includes(part)) return;
    objects.push(part);
    for (const key of Object.keys(part)) {
      const { value: member } = Object.getOwnPropertyDescriptor(part, key);
      collect(member);
    }
  };
  collect(value);
  if (objects.length === 0) return value;
  for (let count = dice.int(1, 2); count > 0; count--) {
    const target = dice.pick(objects);
    const keys = Object.keys(target).filter((key) => "value" in Object.getOwnPropertyDescriptor(target, key));
    const key = Array.isArray(target) ? String(dice.int(0, target.length)) : dice.pick([...keys, dice.pick(KEYS)]);
    if (Object.getOwnPropertyDescriptor(target, key)?.configurable === false) continue;
    put(target, key, dice.pick(objects));
  }
  return value;
}
