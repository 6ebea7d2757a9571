// biome-ignore-all lint/suspicious/noTemplateCurlyInString: TypeBox has template literals in plain strings.
/** Random TypeBox types of every kind. */
import { Type } from "typebox";
import { addKeyword, jsonSchema, KEYWORD_NAMES } from "./json-schemas.js";
import { FORMATS, keysOf, NUMBERS, PATTERNS, put, TEXTS } from "./words.js";

/** What a type is made of: the dice, how deep it may go on, and the names that `Ref` may use here. */
class Maker {
  constructor(dice, depth, names = []) {
    this.dice = dice;
    this.depth = depth;
    this.names = names;
  }

  inner(names = this.names) {
    return new Maker(this.dice, this.depth - 1, names).type();
  }

  types(low, high) {
    return this.dice.list(this.dice.int(low, high), () => this.inner());
  }

  type() {
    const { dice } = this;
    const weights = this.depth > 0 ? ALL : LEAVES;
    const kind = dice.weighted(this.names.length > 0 && dice.chance(0.3) ? { ref: 1 } : weights);
    let type = attempt(() => MAKERS[kind](this, dice)) ?? Type.String();
    if (dice.chance(0.06)) type = attempt(() => Type.Refine(type, ...refinement(dice))) ?? type;
    if (dice.chance(0.02)) type = attempt(() => Type.Refine(type, ...refinement(dice))) ?? type;
    if (dice.chance(0.02))
      type =
        attempt(() =>
          Type.Codec(type)
            .Decode((value) => value)
            .Encode((value) => value),
        ) ?? type;
    if (dice.chance(0.02)) type = attempt(() => Type.Immutable(type)) ?? type;
    if (dice.chance(0.05) && typeof type === "object")
      addKeyword(type, dice.pick(KEYWORD_NAMES), dice, () => this.inner());
    return type;
  }

  /** Types by key, some of them optional or read-only. */
  properties(most) {
    const { dice } = this;
    const properties = {};
    for (const key of keysOf(dice, dice.int(0, most), 0.08)) {
      let type = this.inner();
      if (dice.chance(0.4)) type = Type.Optional(type);
      if (dice.chance(0.05)) type = Type.Readonly(type);
      put(properties, key, type);
    }
    return properties;
  }

  options(extra = {}) {
    const { dice } = this;
    const options = { ...extra };
    if (dice.chance(0.2)) options.description = dice.pick(TEXTS);
    if (dice.chance(0.05)) options.default = dice.pick(TEXTS);
    if (dice.chance(0.02)) options.$id = dice.pick(["T", "https://example.com/T", "A"]);
    return options;
  }
}

function attempt(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const CHECKS = [
  (value) => typeof value !== "string" || value.length < 5,
  (value) => value !== null,
  () => true,
  () => false,
  (value) => Object.keys(Object(value)).length % 2 === 0,
  (value) => value === value.valueOf(),
  () => "truthy",
  () => 0,
];

function refinement(dice) {
  const check = dice.pick(CHECKS);
  const message = dice.pick([(value) => `not this: ${typeof value}`, () => "no", () => 5, (value) => value.length]);
  return dice.chance(0.3) ? [check] : [check, message];
}

function sometimes(dice, options) {
  return Object.fromEntries(
    Object.entries(options)
      .filter(() => dice.chance(0.25))
      .map(([key, make]) => [key, make()]),
  );
}

const numeric = (dice) =>
  sometimes(dice, {
    minimum: () => dice.pick(NUMBERS),
    maximum: () => dice.pick(NUMBERS),
    exclusiveMinimum: () => dice.pick(NUMBERS),
    multipleOf: () => dice.pick([1, 2, 0.1, 0.5]),
  });

const literal = (dice) => dice.pick(["a", "b", "c", "", "1", "true", "null", 1, 2, -1, 0.5, 0, true, false, 1n, 5n]);

const object = (maker, dice) => {
  const options = sometimes(dice, {
    additionalProperties: () => (dice.chance(0.7) ? dice.chance(0.3) : maker.inner()),
    minProperties: () => dice.int(0, 2),
    maxProperties: () => dice.int(1, 4),
  });
  return Type.Object(maker.properties(4), maker.options(dice.chance(0.5) ? options : {}));
};

const list = (maker, dice) =>
  Type.Array(
    maker.inner(),
    maker.options(
      sometimes(dice, {
        minItems: () => dice.int(0, 2),
        maxItems: () => dice.int(1, 3),
        uniqueItems: () => true,
        contains: () => maker.inner(),
      }),
    ),
  );

const SCRIPTS = [
  "{ a: string, b?: number[] }", "'a' | 'b' | 3", "[string, number?]", "{ [key: string]: boolean }", "Record<'a' | 'b', integer>",
  "Partial<{ a: number, b: null }>", "string[] | null", "{ a: 1 } & { b: 2 }", "`x${string}`", "keyof { a: 1, b: 2 }", "readonly string[]", "bigint",
]; // biome-ignore format: a table

const MAKERS = {
  string: (maker, dice) =>
    Type.String(
      maker.options(
        sometimes(dice, {
          minLength: () => dice.int(0, 3),
          maxLength: () => dice.int(1, 5),
          pattern: () => dice.pick(PATTERNS)[0],
          format: () => dice.pick(FORMATS)[0],
        }),
      ),
    ),
  number: (maker, dice) => Type.Number(maker.options(dice.chance(0.5) ? numeric(dice) : {})),
  integer: (maker, dice) => Type.Integer(maker.options(dice.chance(0.5) ? numeric(dice) : {})),
  bigint: () => Type.BigInt(),
  boolean: (maker) => Type.Boolean(maker.options()),
  null: () => Type.Null(),
  undefined: () => Type.Undefined(),
  void: () => Type.Void(),
  any: () => Type.Any(),
  unknown: () => Type.Unknown(),
  never: () => Type.Never(),
  symbol: () => Type.Symbol(),
  literal: (maker, dice) => Type.Literal(literal(dice), maker.options()),
  enum: (_, dice) => Type.Enum(dice.pick([{ A: 1, B: 2 }, { A: "a", B: "b" }, { X: "x", Y: 5 }, ["a", "b", 3], ["1", null, true], [], [{ a: 1 }]])),
  templateLiteral: (_, dice) => Type.TemplateLiteral(dice.pick(["a${string}", "${number}px", "${'a'|'b'}-${integer}", "${boolean}", "x", "${0|1}${0|1}", ""])),
  script: (_, dice) => Type.Script(dice.pick(SCRIPTS)),
  object,
  list,
  tuple: (maker, dice) => Type.Tuple(maker.types(0, 3), maker.options(dice.chance(0.2) ? { additionalItems: true } : {})),
  record: (maker, dice) => Type.Record(recordKey(dice), maker.inner(), maker.options(dice.chance(0.3) ? { additionalProperties: dice.chance(0.5) ? false : maker.inner() } : {})),
  union: (maker) => Type.Union(maker.types(0, 3), maker.options()),
  nullable: (maker) => Type.Union([maker.inner(), Type.Null()]),
  literals: (_, dice) => Type.Union(dice.list(dice.int(1, 3), () => Type.Literal(literal(dice)))),
  tagged: (maker, dice) =>
    Type.Union(dice.list(dice.int(1, 3), () => Type.Object({ kind: Type.Literal(dice.pick(["a", "b", "c"])), ...maker.properties(2) }))),
  intersect: (maker, dice) =>
    Type.Intersect(
      dice.list(dice.int(0, 3), () => (dice.chance(0.8) ? object(new Maker(dice, maker.depth - 1, maker.names), dice) : maker.inner())),
      maker.options(dice.chance(0.3) ? { unevaluatedProperties: dice.chance(0.5) ? false : maker.inner() } : {}),
    ),
  cyclic: (maker, dice) => {
    const names = ["A", "B"].slice(0, dice.int(1, 2));
    const definitions = Object.fromEntries(names.map((name) => [name, maker.inner([...maker.names, ...names])]));
    return Type.Cyclic(definitions, dice.pick(names), maker.options());
  },
  node: (_, dice) => Type.Cyclic({ Node: Type.Object({ id: Type.Integer(), nodes: Type.Array(Type.Ref("Node")), next: Type.Optional(dice.chance(0.5) ? Type.Ref("Node") : Type.Union([Type.Ref("Node"), Type.Null()])) }) }, "Node"),
  module: (maker, dice) => {
    const module = Type.Module({ A: maker.inner(["A", "B"]), B: maker.inner(["A", "B"]) });
    return module[dice.pick(["A", "B"])];
  },
  this: (_, dice) => Type.Object({ id: Type.Number(), nodes: Type.Array(Type.This()), a: dice.chance(0.5) ? Type.Optional(Type.This()) : Type.String() }),
  ref: (maker, dice) => Type.Ref(dice.pick(maker.names.length > 0 ? maker.names : ["A", "nowhere", "#"])),
  unsafe: (maker, dice) => Type.Unsafe(dice.chance(0.8) ? jsonSchema(dice, maker.depth) : { type: "string", enum: ["a", "b"] }),
  dependent: (maker) => Type.Dependent(maker.inner(), maker.inner(), maker.inner()),
  partial: (maker, dice) => Type.Partial(object(maker, dice)),
  required: (maker, dice) => Type.Required(object(maker, dice)),
  pick: (maker, dice) => Type.Pick(object(maker, dice), keysOf(dice, 2, 0)),
  omit: (maker, dice) => Type.Omit(object(maker, dice), keysOf(dice, 2, 0)),
  keyOf: (maker, dice) => Type.KeyOf(object(maker, dice)),
  index: (maker, dice) => Type.Index(object(maker, dice), keysOf(dice, 2, 0)),
  exclude: (maker) => Type.Exclude(Type.Union(maker.types(1, 3)), maker.inner()),
  extract: (maker) => Type.Extract(Type.Union(maker.types(1, 3)), maker.inner()),
  conditional: (maker) => Type.Conditional(maker.inner(), maker.inner(), maker.inner(), maker.inner()),
  evaluate: (maker) => Type.Evaluate(Type.Intersect([maker.inner(), maker.inner()])),
  call: (maker) => Type.Call(Type.Generic([Type.Parameter("T")], Type.Object({ a: Type.Ref("T") })), [maker.inner()]),
  function: (maker) => Type.Function([maker.inner()], maker.inner()),
  constructor: (maker) => Type.Constructor([maker.inner()], maker.inner()),
  options: (maker) => Type.With(maker.inner(), maker.options({ title: "with" })),
  upper: (_, dice) => Type.Uppercase(Type.Literal(dice.pick(["a", "b"]))),
  rest: (maker) => Type.Tuple([maker.inner(), Type.Rest(Type.Tuple([maker.inner()]))]),
  nested: (maker) => maker.inner(),
}; // biome-ignore format: a table

function recordKey(dice) {
  const make = dice.pick([
    () => Type.String(), () => Type.Number(), () => Type.Integer(), () => Type.Union([Type.Literal("a"), Type.Literal("b")]), () => Type.String({ pattern: "^x-" }),
    () => Type.TemplateLiteral("a${string}"), () => Type.Enum(["a", "c"]), () => Type.Literal("path"), () => Type.Any(), () => Type.Never(), () => Type.Union([Type.String(), Type.Literal("q")]), () => Type.Boolean(),
  ]); // biome-ignore format: a table
  return make();
}

const LEAVES = {
  string: 20, number: 14, integer: 14, boolean: 10, null: 4, literal: 10, enum: 5, any: 2, unknown: 2, never: 1, undefined: 2, void: 1, bigint: 2,
  symbol: 0.5, templateLiteral: 3, literals: 4, script: 2, ref: 0.5, upper: 0.5,
}; // biome-ignore format: a table
const ALL = {
  ...LEAVES,
  object: 24, list: 14, tuple: 6, record: 7, union: 10, nullable: 6, tagged: 5, intersect: 7, cyclic: 4, node: 2, module: 2, this: 0.5, unsafe: 4,
  dependent: 1, partial: 2, required: 1, pick: 1, omit: 1, keyOf: 1, index: 1, exclude: 1, extract: 1, conditional: 0.5, evaluate: 1, call: 0.5,
  function: 0.3, constructor: 0.3, options: 2, rest: 0.5, nested: 2,
}; // biome-ignore format: a table

/** A random type for a tool's parameters: nearly always an object at the root. */
export function toolType(dice) {
  const maker = new Maker(dice, dice.int(1, 3));
  if (dice.chance(0.85)) return attempt(() => object(maker, dice)) ?? Type.Object({});
  return maker.type();
}

/** A random type that may stand anywhere. */
export function anyType(dice, depth) {
  return new Maker(dice, depth).type();
}
