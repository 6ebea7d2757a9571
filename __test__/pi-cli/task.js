// The task that pi is given: what is in its folder, and what its model does in which turn. Every way through the loop is
// in it: calls that succeed, throw, are unknown, are refused, coerced, blocked by an extension, changed by an extension.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether pi's grep can run: it would download ripgrep otherwise, and is not allowed to. */
const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;

/** The tool that looks through files, and how it is called. @type {[string, object]} */
const search = hasRipgrep ? ["grep", { pattern: "gamma", path: "." }] : ["ls", { path: "." }];

export const tools = ["read", "bash", "edit", "write", "ls", "checksum", ...(hasRipgrep ? ["grep"] : [])];

export const prompt = "Look at the notes and put them in order";

/** @type {import("./model-server.js").Turn[]} */
export const script = [
  {
    text: "I begin by looking around.",
    calls: [
      ["read", { path: "notes.txt" }],
      ["bash", { command: "sleep 0.4; wc -l notes.txt" }],
      ["bash", { command: "sleep 0.8; echo gone wrong >&2; exit 3" }],
    ],
  },
  { calls: [search, ["bash", { command: "sleep 0.4; for i in 1 2 3; do echo line $i; sleep 0.1; done" }]] },
  {
    text: "Now the changes.",
    calls: [
      ["edit", { path: "notes.txt", edits: [{ oldText: "beta", newText: "BETA" }] }],
      ["edit", { path: "notes.txt", edits: [{ oldText: "no such text", newText: "" }] }],
      ["teleport", { to: "the moon" }],
      ["read", { offset: 1 }],
      ["checksum", { text: 12, rounds: "3" }],
      ["bash", { command: "rm -rf forbidden" }],
    ],
  },
  { calls: [["write", { path: "deep/list.txt", content: "one\ntwo \u2028 \u{1f600}\n" }]] },
  { calls: [["read", { path: "missing.txt" }]] },
  {
    calls: [
      ["read", { path: "notes.txt", offset: "2", limit: 1 }],
      ["checksum", { rounds: 1 }],
    ],
  },
  { text: "All is in order." },
];

/** How many batches that is. */
export const batches = script.filter(({ calls }) => calls !== undefined).length;

const extension = `
import { Type } from "typebox";
import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "checksum",
    label: "Checksum",
    description: "Adds up the characters of a text",
    parameters: Type.Object({ text: Type.String(), rounds: Type.Optional(Type.Integer()) }),
    async execute(_id, { text, rounds = 1 }, _signal, onUpdate) {
      for (let round = 1; round <= rounds; round++) {
        onUpdate?.({ content: [{ type: "text", text: \`round \${round}\` }], details: { round } });
      }
      const sum = [...text].reduce((total, character) => total + character.charCodeAt(0), 0);
      return { content: [{ type: "text", text: String(sum * rounds) }], details: { kind: typeof text, rounds } };
    },
  });
  pi.on("tool_call", async (event) => {
    if (event.toolName === "bash" && event.input.command.includes("forbidden")) {
      return { block: true, reason: "Not in this folder" };
    }
  });
  pi.on("tool_result", async (event) => {
    if (event.toolName === "checksum" && !event.isError) {
      return { content: [...event.content, { type: "text", text: "(checked)" }], details: { seen: event.details } };
    }
  });
}
`;

/**
 * Lays the folder out.
 * @param {string} folder
 * @param {Record<string, string>} extensions more of them, by name
 */
export function layOut(folder, extensions) {
  mkdirSync(join(folder, ".pi/extensions"), { recursive: true });
  for (const [name, source] of Object.entries({ checksum: extension, ...extensions })) {
    writeFileSync(join(folder, `.pi/extensions/${name}.ts`), source);
  }
  writeFileSync(join(folder, "notes.txt"), "alpha\nbeta\ngamma\ndelta\n");
  mkdirSync(join(folder, "forbidden"));
}
