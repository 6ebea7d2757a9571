import { describe, expect, it } from "vitest";
import { callsOf, createToolExecutor, run, tool } from "./batch.js";

const twice = [...callsOf("read"), ...callsOf("read")];

describe("duplicateIds", () => {
  it("runs every call of an id, as pi does", async () => {
    const { texts } = await run({}, { tools: [tool("read")], calls: twice });
    expect(texts).toEqual(["read", "read"]);
  });

  it('gives later calls of an id an error result with "refuse", and does not run them', async () => {
    const ran = [];
    const read = tool("read", async (id) => {
      ran.push(id);
      return { content: [{ type: "text", text: "read" }], details: {} };
    });
    const { seen, texts } = await run({ duplicateIds: "refuse" }, { tools: [read], calls: twice });
    expect(ran).toEqual(["0"]);
    expect(seen).toBe("s0 s0 e0! e0 <0 >0 <0 >0");
    expect(texts[1]).toBe(
      'Tool call "read" was not executed: its id "0" belongs to an earlier call of the same message',
    );
  });

  it("looks at each message by itself", async () => {
    const options = { duplicateIds: "refuse" };
    const { executeToolCalls } = createToolExecutor(options);
    for (let n = 0; n < 2; n++) {
      const message = { content: callsOf("read") };
      const { messages } = await executeToolCalls({ tools: [tool("read")] }, message, {}, undefined, () => {});
      expect(messages[0].isError).toBe(false);
    }
  });
});

describe("suggestNames", () => {
  const tools = [tool("read_file"), tool("bash"), tool("grep")];

  it("names what the model may have meant", async () => {
    const { texts } = await run({ suggestNames: true }, { tools, calls: callsOf("readFile", "calendar") });
    expect(texts).toEqual(['Tool readFile not found. Did you mean "read_file"?', "Tool calendar not found"]);
  });

  it("says what pi says without it", async () => {
    const { texts } = await run({}, { tools, calls: callsOf("readFile") });
    expect(texts).toEqual(["Tool readFile not found"]);
  });

  it.each([[undefined], [[]], [[{ name: 7 }, { name: undefined }]]])("takes any list of tools: %j", async (odd) => {
    const { texts } = await run({ suggestNames: true }, { tools: odd, calls: callsOf("read") });
    expect(texts).toEqual(["Tool read not found"]);
  });
});

describe("refuseTruncated", () => {
  const parts = { tools: [tool("read")], calls: callsOf("read") };

  it.each(["length", "error", "aborted", "something new"])(
    "refuses the calls of a message that ended by %s",
    async (stopReason) => {
      const { seen, texts } = await run({ refuseTruncated: true }, { ...parts, message: { stopReason } });
      expect(seen).toBe("s0 e0! <0 >0");
      expect(texts[0]).toBe(
        'Tool call "read" was not executed: the response hit the output token limit, so its arguments may be truncated. ' +
          "Re-issue the tool call with complete arguments.",
      );
    },
  );

  it.each(["stop", "toolUse", undefined])("runs those of a message that ended by %s", async (stopReason) => {
    const { texts } = await run({ refuseTruncated: true }, { ...parts, message: { stopReason } });
    expect(texts).toEqual(["read"]);
  });

  it("runs all without it, as pi does", async () => {
    const { texts } = await run({}, { ...parts, message: { stopReason: "length" } });
    expect(texts).toEqual(["read"]);
  });
});

describe("options", () => {
  it.each([
    [{ timeoutMs: 0 }, /^createToolExecutor: timeoutMs must be a number of milliseconds .*, got 0$/],
    [{ timeoutMs: "5" }, /, got "5"$/],
    [{ timeoutMs: Number.NaN }, /, got NaN$/],
    [{ abortGraceMs: -1 }, /^createToolExecutor: abortGraceMs must be a number of milliseconds from 0 .*, got -1$/],
    [{ maxConcurrency: 1.5 }, /^createToolExecutor: maxConcurrency must be a whole number from 1 .*, got 1\.5$/],
    [{ sequentialTools: "lock" }, /^createToolExecutor: sequentialTools must be "batch" or "barrier", got "lock"$/],
    [{ repairArguments: 1 }, /^createToolExecutor: repairArguments must be true or false, got 1$/],
    [{ duplicateIds: true }, /^createToolExecutor: duplicateIds must be "run" or "refuse", got true$/],
    [{ suggestNames: "yes" }, /suggestNames must be true or false, got "yes"$/],
    [{ refuseTruncated: null }, /refuseTruncated must be true or false, got null$/],
    [
      { compat: "0.68.0" },
      /^createToolExecutor: compat: the behaviour of 0\.68\.0 is not known .* 0\.69\.0 to 1\.6\.0$/,
    ],
    [{ compat: "newest" }, /^createToolExecutor: compat: "newest" is no version/],
    [{ timeout: 5 }, /unknown option "timeout"; the options are: dispatch, compat, timeoutMs, /],
    [{ toString: 5 }, /unknown option "toString"/],
  ])("are checked when the executor is made: %o", (options, text) => {
    expect(() => createToolExecutor(options)).toThrow(TypeError);
    expect(() => createToolExecutor(options)).toThrow(text);
  });

  it("may be given as undefined", () => {
    expect(Object.keys(createToolExecutor({ timeoutMs: undefined, compat: undefined }))).toEqual(
      Object.keys(createToolExecutor()),
    );
  });
});
