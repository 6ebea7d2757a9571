/** TypeBox types that wait for a definition, where conversion has to reduce an intersection of them. */
import { Type } from "typebox";
import { describe, it } from "vitest";
import { outcome } from "./validate/agree.js";

const T = () => Type.Ref("T");
const WAITING = {
  Partial: () => Type.Partial(T()),
  Pick: () => Type.Pick(T(), ["a"]),
  Omit: () => Type.Omit(T(), ["a"]),
  Required: () => Type.Required(T()),
  KeyOf: () => Type.KeyOf(T()),
  Index: () => Type.Index(T(), ["a"]),
  Exclude: () => Type.Exclude(T(), Type.Literal("a")),
  Extract: () => Type.Extract(T(), Type.Literal("a")),
  Record: () => Type.Record(T(), Type.Number()),
  NonNullable: () => Type.NonNullable(T()),
  Capitalize: () => Type.Capitalize(T()),
  Conditional: () => Type.Conditional(T(), Type.String(), Type.Number(), Type.Boolean()),
  Mapped: () => Type.Mapped(Type.Identifier("K"), T(), Type.Number()),
  Parameters: () => Type.Parameters(T()),
  ReturnType: () => Type.ReturnType(T()),
  InstanceType: () => Type.InstanceType(T()),
  Interface: () => Type.Interface([T()], { c: Type.Number() }),
  TemplateLiteral: () => Type.TemplateLiteral([Type.Literal("a"), T()]),
  Call: () => Type.Call(Type.Ref("G"), [Type.Number()]),
  "two in a script": () => Type.Script("Pick<T, 'a'> & Omit<T, 'b'>"),
};
const VALUES = [1, "1", "x", null, {}, { a: "1" }, { a: 1, b: "2" }, { a: "x", b: 2, c: "3" }, [], ["1"], "a"];

describe("waiting types in an intersection", () => {
  it.each(Object.entries(WAITING))("%s", (_, make) => {
    const waiting = make();
    const known = Type.Object({ b: Type.Number() });
    const schemas = [
      Type.Object({ v: waiting }),
      Type.Object({ v: Type.Intersect([waiting, known]) }),
      Type.Object({ v: Type.Intersect([waiting, waiting]) }),
      Type.Object({ v: Type.Union([waiting, known]) }),
      Type.Object({ v: Type.Intersect([Type.Object({ a: waiting }), known]) }),
      Type.Intersect([Type.Object({ v: waiting }), known]),
    ];
    for (const schema of schemas) {
      for (const v of VALUES) {
        outcome(schema, { v, b: "1" });
        outcome(schema, { v: { a: v, b: "3" } });
      }
    }
  });
});
