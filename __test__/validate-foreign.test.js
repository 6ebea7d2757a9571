/** Dates, maps, typed arrays and their like in arguments: changed, copied and refused as the reference does it. */
import { spawnSync } from "node:child_process";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { accepted, implementations, outcome, refused } from "./validate/agree.js";

const { product, reference } = implementations;

const FOREIGN = {
  Date: () => new Date(5),
  Map: () => new Map([[1, { a: 1 }]]),
  Set: () => new Set([1]),
  RegExp: () => /a/g,
  Error: () => new Error("x"),
  "Error with a cause": () => new TypeError("x", { cause: 5 }),
  Number: () => Object(5),
  String: () => Object("ab"),
  Boolean: () => Object(true),
  BigInt: () => Object(5n),
  ArrayBuffer: () => new ArrayBuffer(2),
  DataView: () => new DataView(new ArrayBuffer(2)),
  Uint8Array: () => new Uint8Array([0, 1, 200]),
  Int8Array: () => new Int8Array([0, 1, -5]),
  Uint8ClampedArray: () => new Uint8ClampedArray([0, 1, 255]),
  Float32Array: () => new Float32Array([0, 1.1, Number.NaN]),
  Float64Array: () => new Float64Array([0, 1.1, -0]),
  BigInt64Array: () => new BigInt64Array([0n, 1n, -1n]),
};
const made = Object.entries(FOREIGN);

const object = (properties, more = {}) => ({ type: "object", properties, ...more });
const one = (v, more) => object({ v }, more);

const NAMES = [
  ...["size", "source", "flags", "lastIndex", "global", "message", "stack", "name", "cause", "length", "byteLength"],
  ...["buffer", "BYTES_PER_ELEMENT", "0", "5", "x", "getTime", "get", "fill", "constructor", "toString", "valueOf"],
];
const SCHEMAS = [
  {},
  { type: "string" },
  { type: "number" },
  { type: "boolean" },
  { anyOf: [{ type: "string" }] },
  { anyOf: [{ type: "number" }] },
];
const TYPES = {
  string: Type.String(),
  number: Type.Number(),
  integer: Type.Integer(),
  boolean: Type.Boolean(),
  null: Type.Null(),
  bigint: Type.BigInt(),
  undefined: Type.Undefined(),
  array: Type.Array(Type.Number()),
};

describe("what setting a property does is for V8 to say", () => {
  it.each(made)("%s, coerced", { timeout: 60_000 }, (_, make) => {
    for (const name of NAMES) {
      for (const schema of SCHEMAS) {
        outcome(one(object({ [name]: schema })), { v: make() });
        outcome(object({ [name]: schema }), make());
      }
    }
    for (const type of Object.keys(TYPES)) {
      for (const additionalProperties of [{ type }, { anyOf: [{ type }] }]) {
        outcome(one({ type: "object", additionalProperties }), { v: make() });
        outcome({ anyOf: [{ type: "object", additionalProperties }] }, make());
      }
    }
  });

  it.each(made)("%s, converted", { timeout: 60_000 }, (_, make) => {
    for (const type of Object.values(TYPES)) {
      for (const name of NAMES)
        outcome(Type.Object({ v: Type.Object({ [name]: Type.Optional(type) }) }), { v: make() });
      outcome(Type.Object({ v: Type.Record(Type.String(), type) }), { v: make() });
      outcome(Type.Object({ v: Type.Union([Type.Record(Type.String(), type)]) }), { v: make() });
      outcome(Type.Record(Type.String(), type), make());
    }
  });

  it("a number that a typed array rounds, and one that it cannot hold", () => {
    const numbers = one({ type: "object", additionalProperties: { type: "boolean" } });
    expect(refused(numbers, { v: new Uint8Array([1]) })).toEqual(["v.0: must be boolean", "v: must not have additional properties"]);
    const { text } = outcome(Type.Object({ v: Type.Record(Type.String(), Type.Number()) }), { v: new BigInt64Array([1n]) });
    expect(text).toBe("Cannot convert 1 to a BigInt");
    expect(outcome(one(object({ size: { type: "string" } })), { v: new Map() }).text).toBe("Cannot set property size of #<Map> which has only a getter");
  }); // biome-ignore format: long lines
});

describe("copies", () => {
  const unions = [
    one({ anyOf: [{ type: "object" }] }),
    one({ anyOf: [{ type: "object", properties: { w: {} } }] }),
    Type.Object({ v: Type.Union([Type.Object({ x: Type.Number() }), Type.Array(Type.Unknown())]) }),
  ];

  it.each(made)("%s in a union is another one than that outside of it, or the same, as in the reference", (_, make) => {
    for (const schema of unions) {
      const inside = make();
      outcome(schema, { v: inside, z: inside });
      outcome(schema, { v: [inside, inside], z: inside });
      outcome(schema, { v: { w: inside, x: "1" }, z: inside });
      outcome(schema, { v: Object.assign(make(), { extra: 1 }) });
    }
  });

  it("an array that TypeBox converts is another one than the same array elsewhere", () => {
    const shared = [1];
    const cyclic = [{}];
    cyclic[0].edits = cyclic;
    const schema = Type.Object({ v: Type.Array(Type.Any()) });
    outcome(schema, { v: shared, z: shared });
    outcome(schema, { v: cyclic });
    outcome(schema, { v: [shared, shared], z: { shared } });
  });

  it("what TypeBox cannot copy throws, also inside of a set", () => {
    const { text } = outcome(Type.Object({ v: Type.Enum([1, 2]) }), { v: new Set([new DataView(new ArrayBuffer(2))]) });
    expect(text).toBe("value.slice is not a function");
  });

  it("a function of an object cannot be copied, and is named", () => {
    const schema = one(object({ constructor: { anyOf: [{ type: "string" }] } }));
    expect(outcome(schema, { v: new Map() }).text).toBe("function Map() { [native code] } could not be cloned.");
  });
});

describe("values that hold themselves", () => {
  const cycle = () => {
    const made = { a: 1 };
    made.b = made;
    return made;
  };

  it("are accepted, and refused with V8's words about them", () => {
    outcome(one({}), { v: cycle() });
    outcome(one(object({ a: { type: "string" } })), { v: cycle() });
    const { text } = outcome(one({ type: "string" }), { v: cycle() });
    expect(text).toMatch(/^Converting circular structure to JSON\n/);
    outcome(object({}, { required: ["q"] }), cycle());
  });

  it("also where a union has no members to copy them for", () => {
    outcome(one({ anyOf: [] }), { v: cycle() });
    outcome(Type.Object({ v: Type.Union([]) }), { v: cycle() });
  });
});

describe("an own __proto__", () => {
  const withProto = (value, more) => JSON.parse(JSON.stringify({ ...more, p: value }).replace('"p":', '"__proto__":'));

  it.each([{ anyOf: [{}] }, { oneOf: [{}] }, { anyOf: [{ type: "object" }], minProperties: 1 }])(
    "that is no object gets lost where the root passes through a union: %j",
    (schema) => {
      expect(accepted(schema, withProto(1, { a: "1" }))).toEqual({ a: "1" });
    },
  );

  it("never becomes a prototype", () => {
    const call = { name: "probe", arguments: withProto({ smuggled: 1 }, { a: 1 }) };
    const schema = { anyOf: [{ type: "object" }], required: ["smuggled"] };
    expect(reference.validateToolArguments({ parameters: schema }, call).smuggled).toBe(1);
    expect(() => product.validateToolArguments({ parameters: schema }, call)).toThrow("must have required properties smuggled");
    const given = product.validateToolArguments({ parameters: { anyOf: [{ type: "object" }] } }, call);
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
  }); // biome-ignore format: long lines
});

describe("getters", () => {
  const getters = (log) => {
    const define = (target, key, read) =>
      Object.defineProperty(target, key, {
        get() {
          log.push(key);
          return read();
        },
        enumerable: true,
      });
    const inner = define({ z: 1 }, "first", () => ({ q: 1 }));
    define(define(inner, "date", () => new Date(3)), "behind", () => 5);
    const outer = define(define({}, "a", () => inner), "b", () => [1, inner]);
    outer.c = inner;
    outer.m = new Map([[1, 2]]);
    return define(outer, "last", () => "7");
  }; // biome-ignore format: chains

  it("are asked once each, in the reference's order, also beside what only structuredClone can copy", () => {
    const asked = [product, reference].map(({ validateToolArguments }) => {
      const log = [];
      const call = { name: "probe", arguments: getters(log) };
      const given = validateToolArguments({ parameters: object({ last: { type: "number" } }) }, call);
      return { log, given, shared: given.a === given.c && given.b[1] === given.a };
    });
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0].log).toEqual(["a", "first", "date", "behind", "b", "last"]);
    expect(asked[0].shared).toBe(true);
  });

  it("are asked once in a list that only structuredClone can copy, whose items stay what they are elsewhere", () => {
    const asked = [product, reference].map(({ validateToolArguments }) => {
      let count = 0;
      const first = Object.defineProperty({}, "date", {
        get() {
          count++;
          return new Date(3);
        },
        enumerable: true,
      });
      const shared = { a: 1 };
      const instance = new (class Row {
        shared = shared;
      })();
      const list = [{ shared }, first, shared, instance, Object.assign(Object.create(null), { shared }), 5];
      const call = { name: "probe", arguments: { shared, list } };
      const given = validateToolArguments({ parameters: object({}) }, call);
      const uses = [given.list[0].shared, given.list[2], given.list[3].shared, given.list[4].shared];
      return { count, given, shared: uses.every((use) => use === given.shared) };
    });
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]).toMatchObject({ count: 1, shared: true });
  });
});

it("names that every object inherits are arguments as any other, also where Object.prototype is frozen", () => {
  const program = `
    Object.freeze(Object.prototype);
    const { validateToolArguments } = await import(${JSON.stringify(new URL("../index.js", import.meta.url).href)});
    const parameters = { type: "object", properties: { n: { type: "number" } } };
    const args = JSON.parse('{"toString":1,"n":"5","x":{"valueOf":2}}');
    console.log(JSON.stringify(validateToolArguments({ parameters }, { name: "probe", arguments: args })));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ toString: 1, n: 5, x: { valueOf: 2 } });
});
