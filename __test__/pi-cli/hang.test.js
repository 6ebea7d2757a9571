// pi's command-line agent 0.73.1 recovers from a tool that hangs, by the options in `PI_TOOLCALLS_OPTIONS`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { nodes } from "../register/runtime.js";
import { library as command } from "./commands.js";
import { textOf, toolResults } from "./compare.js";
import { extensions, script } from "./hang.js";
import { runPi } from "./pi.js";
import { conversation, isAnswerTo } from "./rpc.js";
import { prompt } from "./task.js";

vi.setConfig({ testTimeout: 120_000 });

const scratch = mkdtempSync(join(tmpdir(), "pi-toolcalls-hang-"));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(nodes())("pi 0.73.1 under $name", ({ path: node }) => {
  /**
   * @param {string} options as text
   * @param {Partial<Parameters<typeof runPi>[0]>} [rest]
   */
  function runWith(options, { settings, ...rest } = {}) {
    return runPi({
      ...{ command, node, scratch, script, extensions, args: ["-p", prompt], addon: true },
      settings: { PI_TOOLCALLS_OPTIONS: options, ...settings },
      ...rest,
    });
  }

  it("goes on to the model when the time of a call is over", async () => {
    const outcome = await runWith('{"timeoutMs":300,"abortGraceMs":200}');
    expect(outcome).toMatchObject({ code: 0, stderr: "", stdout: "I went on without it.\n" });
    expect(outcome.activity.copies).toMatchObject([{ version: "0.73.1", batches: 1 }]);
    const [hang, read] = toolResults(outcome.session);
    expect(hang).toMatchObject({ toolCallId: "call_1_0", isError: true });
    expect(textOf(hang)).toBe('Tool "hang" timed out after 300 ms');
    expect(read).toMatchObject({ toolCallId: "call_1_1", isError: false });
    // The model got to know.
    expect(outcome.requests).toHaveLength(2);
    expect(outcome.requests[1].messages.slice(-2)).toMatchObject([
      { role: "tool", content: 'Tool "hang" timed out after 300 ms' },
      { role: "tool", content: textOf(read) },
    ]);
  });

  it("ends the run in RPC mode when it is aborted while a tool hangs", async () => {
    // The clock of the call would take longer than this test may.
    const outcome = await runWith('{"timeoutMs":600000,"abortGraceMs":200}', {
      args: ["--mode", "rpc"],
      drive: conversation({ id: "1", type: "prompt", message: prompt }, [
        // The other call of the batch has ended: `hang` alone is left.
        { when: isEndOfRead, send: { id: "2", type: "abort" } },
        { when: isAnswerTo("2"), send: { id: "3", type: "get_state" } },
        { when: isAnswerTo("3") },
      ]),
    });
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    const [hang, read] = toolResults(outcome.session);
    expect(hang).toMatchObject({ toolCallId: "call_1_0", isError: true });
    expect(textOf(hang)).toBe("Operation aborted");
    expect(read).toMatchObject({ toolCallId: "call_1_1", isError: false });
    const lines = outcome.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    const ends = lines.filter(({ type }) => type === "tool_execution_end");
    expect(ends.map(({ toolCallId, isError }) => [toolCallId, isError])).toEqual([
      ["call_1_1", false],
      ["call_1_0", true],
    ]);
    expect(lines.filter(({ type }) => type === "agent_end")).toHaveLength(1);
    expect(lines.find(isAnswerTo("3")).data).toMatchObject({ isStreaming: false });
  });

  /** @type {import("./model-server.js").Turn[]} */
  const short = [{ calls: [["read", { path: "notes.txt" }]] }, { text: "Read." }];

  it.each([
    ['{"timeoutMs":"soon"}', /PI_TOOLCALLS_OPTIONS.*timeoutMs/],
    ['{"timeoutMs":300', /PI_TOOLCALLS_OPTIONS is no JSON/],
  ])("warns once of %s, and does without options", async (options, named) => {
    const outcome = await runWith(options, { script: short, settings: { PI_TOOLCALLS: "on" } });
    expect(outcome).toMatchObject({ code: 0, stdout: "Read.\n" });
    expect(outcome.stderr.match(/PiToolcallsWarning/g)).toHaveLength(1);
    expect(outcome.stderr).toMatch(named);
    expect(outcome.activity.copies).toMatchObject([{ batches: 1 }]);
  });

  it("does not start with options that are wrong where the addon is required", async () => {
    const outcome = await runWith('{"timeoutMs":"soon"}', { script: short });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/Error: pi-toolcalls: PI_TOOLCALLS_OPTIONS.*timeoutMs/);
    expect(outcome.requests).toEqual([]);
  });
});

/** @param {any} event */
function isEndOfRead({ type, toolName }) {
  return type === "tool_execution_end" && toolName === "read";
}
