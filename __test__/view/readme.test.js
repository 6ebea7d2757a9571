/** What the README shows of the view inside, run as it stands there. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 });

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const [section] = readFileSync(join(root, "README.md"), "utf8").split("### See inside\n")[1].split("\n### ");
const blocks = [...section.matchAll(/```(\w+)\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)].map(([, kind, text]) => ({
  kind,
  text,
}));

/** Windows need not have one on the path. */
const hasShell = spawnSync("sh", ["-c", "exit"]).status === 0;

/** Two calls, of which one fails. */
const BATCH = `
const { executeToolCalls } = await import("pi-toolcalls");
const execute = (id) => { if (id === "2") throw new Error("no"); return { content: [], details: {} }; };
const content = ["1", "2"].map((id) => ({ type: "toolCall", id, name: "read", arguments: {} }));
const tools = [{ name: "read", parameters: { type: "object" }, execute }];
await executeToolCalls({ tools }, { content }, {}, undefined, () => {});
`;

/** Runs a module that stands in this package. @param {string} code */
async function outputOf(code) {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], { cwd: root });
  return stdout;
}

/** The block of this kind that has this word in it, in three lines. */
function block(kind, word) {
  const { text } = blocks.find((one) => one.kind === kind && one.text.includes(word));
  expect(text.trim().split("\n")).toHaveLength(3);
  return text;
}

it("stats() counts", async () => {
  expect(await outputOf(BATCH + block("js", "stats()"))).toBe("1 batches, 1 calls went well, 1 failed\n");
});

it("a subscriber of the tracing channel hears of each call", async () => {
  const heard = await outputOf(block("js", "tracingChannel") + BATCH);
  expect(heard).toMatch(/^read error \d+\.\d+\nread ok \d+\.\d+\n$/);
});

it.skipIf(!hasShell)("the trace is written, drawn, and drawn as SVG", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pi-toolcalls-readme-"));
  const app = join(root, "__test__/view/programs/traced.js");
  const commands = block("sh", "timeline")
    .replace("node app.js", `"${process.execPath}" "${app}" normally`)
    .replaceAll("npx pi-toolcalls", `"${process.execPath}" "${join(root, "cli/pi-toolcalls.js")}"`);
  const { stdout } = await run("sh", ["-e", "-c", commands], { cwd: folder });
  expect(stdout).toMatch(/^Batch 1: 4 calls, parallel, \d+ ms\n\n✓ good +│/);
  expect(readdirSync(folder).sort()).toEqual(["run.svg", "trace.json"]);
  rmSync(folder, { recursive: true, force: true });
});
