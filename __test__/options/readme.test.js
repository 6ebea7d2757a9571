/** What the README shows of `createToolExecutor`, run as it stands there. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 });

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const [section] = readFileSync(`${root}README.md`, "utf8")
  .split("### `createToolExecutor(options)`\n")[1]
  .split("\n### ");
const examples = [...section.matchAll(/```js\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)].map(([, text]) => text);

/** What the examples take for granted: two tools of which one hangs, and a message that calls both, the first one twice. */
const GIVEN = `
const { createToolExecutor } = await import("pi-toolcalls");
const quick = { name: "read", parameters: { type: "object" }, execute: async () => ({ content: [{ type: "text", text: "read" }], details: {} }) };
const hangs = { ...quick, name: "bash", timeoutMs: 5, execute: () => new Promise(() => setTimeout(() => {}, 1000).unref()) };
const tools = [quick, hangs];
const content = [["1", "read"], ["1", "read"], ["2", "bash"], ["3", "raed"]].map(([id, name]) => ({ type: "toolCall", id, name, arguments: {} }));
const context = { tools };
const assistantMessage = { role: "assistant", content: content.filter(({ name }) => limited || name !== "bash"), stopReason: "toolUse" };
const message = assistantMessage;
const emit = () => {};
`;

/** The output of the example that has this word in it, in three lines. */
async function outputOf(word, { limited = false } = {}) {
  const example = examples.find((text) => text.includes(word));
  expect(example.trim().split("\n")).toHaveLength(3);
  const code = `const limited = ${limited};${GIVEN}${example}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], { cwd: root });
  return stdout;
}

it("the first example is what it says", async () => {
  await run(process.execPath, ["--input-type=module", "--eval", examples[0]], { cwd: root });
});

it.each([
  ["runToolCall", {}, "false [ { type: 'text', text: 'read' } ]\n"],
  ["timeoutMs: (tool)", { limited: true }, "[ false, false, true, true ]\n"],
  ["abortGraceMs: 2_000 });\nconst { messages }", {}, "3\n"],
  ["maxConcurrency", {}, "[ 'read', 'read', 'raed' ]\n"],
  ["repairArguments", {}, "{ paths: [ 'a.txt' ] }\n"],
  ["duplicateIds", {}, /read.*its id "1" belongs to an earlier call.*Did you mean "read"\?/s],
])("the example of %j works", async (word, given, output) => {
  const printed = await outputOf(word, given);
  if (typeof output === "string") expect(printed).toBe(output);
  else expect(printed).toMatch(output);
});
