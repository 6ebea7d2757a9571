import { describe, expect, it } from "vitest";
import { createToolExecutor, ok, run, tool } from "./batch.js";

const parameters = {
  type: "object",
  properties: {
    paths: { type: "array", items: { type: "string" } },
    where: { type: "object", properties: { line: { type: "integer" } } },
    text: { type: "string" },
    either: { anyOf: [{ type: "string" }, { type: "array", items: {} }] },
  },
};

describe.each(["0.73.1", "1.6.0"])("repairArguments by the rules of %s", (compat) => {
  const { validateToolArguments } = createToolExecutor({ compat, repairArguments: true });
  const validated = (args, schema = parameters) =>
    validateToolArguments({ name: "read", parameters: schema }, { name: "read", arguments: args });

  it("parses text where an array or an object is wanted, then coerces and checks as usual", () => {
    expect(validated({ paths: '["a.txt"]', where: '{"line": "3"}' })).toEqual({ paths: ["a.txt"], where: { line: 3 } });
  });

  it("never touches text where text is wanted", () => {
    const args = { text: "[1]", either: '["a"]' };
    expect(validated(args)).toEqual(args);
  });

  it("leaves the call's own arguments as they are", () => {
    const args = { paths: "[]" };
    validated(args);
    expect(args).toEqual({ paths: "[]" });
  });

  it("describes in a refusal the value after repair", () => {
    expect(() => validated({ where: '{"line": "three"}' })).toThrow(
      /^Validation failed for tool "read":\n[^]*\n\nReceived arguments:\n\{\n {2}"where": \{\n {4}"line": "three"\n {2}\}\n\}$/,
    );
  });

  it("keeps what JSON cannot hold beside it", () => {
    const when = new Date(5);
    const open = { type: "object", properties: { paths: { type: "array" }, when: {}, big: {} } };
    const validatedArgs = validated({ paths: "[1]", when, big: 5n, none: undefined }, open);
    expect(validatedArgs).toEqual({ paths: [1], when, big: 5n, none: undefined });
  });

  it("takes long text", () => {
    const long = Array.from({ length: 5000 }, (_, n) => `file ${n}`);
    expect(validated({ paths: JSON.stringify(long) })).toEqual({ paths: long });
  });

  it("has no opinion about schemas that are none", () => {
    for (const schema of [undefined, null, true, "x", { type: "object", properties: 5 }]) {
      const plain = createToolExecutor({ compat });
      const outcome = ({ validateToolArguments: validate }) => {
        try {
          return validate({ name: "read", parameters: schema }, { name: "read", arguments: { a: "[1]" } });
        } catch (error) {
          return error.message;
        }
      };
      expect(outcome({ validateToolArguments })).toEqual(outcome(plain));
    }
  });
});

it("reaches the batch: the tool gets what was parsed", async () => {
  const got = [];
  const read = tool("read", async (_id, args) => {
    got.push(args);
    return ok();
  });
  const calls = [{ type: "toolCall", id: "0", name: "read", arguments: { paths: "[]" } }];
  await run({ repairArguments: true }, { tools: [{ ...read, parameters }], calls });
  expect(got).toEqual([{ paths: [] }]);
});

it("does nothing unless asked for", async () => {
  const { validateToolArguments } = createToolExecutor();
  expect(() => validateToolArguments({ parameters }, { name: "read", arguments: { where: "{}" } })).toThrow();
});
