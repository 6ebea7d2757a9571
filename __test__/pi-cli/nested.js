// A task whose tools call other tools, as they can from pi 0.99.1 on: an extension's by `ctx.executeTool`, and pi's own
// codemode, whose scripts do. Every way through a call of a tool's own is in it. One call runs at a time where its end could
// come before or after another's.

import { conversation, isAnswerTo } from "./rpc.js";
import { prompt } from "./task.js";

/** How many calls of other tools the extension's tool makes. */
const ofSurvey = 6;

/** How many the script makes. */
const ofScript = 4;

/** @type {Record<string, string>} */
export const extensions = {
  survey: `
import { Type } from "typebox";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "survey",
    label: "Survey",
    description: "Asks the other tools",
    parameters: Type.Object({ path: Type.String() }),
    async execute(_id, { path }, _signal, onUpdate, ctx) {
      const heard = [];
      const call = async (name, args) => {
        const { result, isError } = await ctx.executeTool(name, args, {
          onUpdate: (partial) => onUpdate?.({ content: partial.content, details: { of: name } }),
        });
        heard.push({ name, isError, details: result.details, text: result.content.map(({ text }) => text).join("|") });
      };
      // Accepted, changed by a hook, blocked by one, refused, unknown, failing.
      await call("read", { path, limit: "2" });
      await call("checksum", { text: path, rounds: 2 });
      await call("bash", { command: "rm -rf forbidden" });
      await call("read", { offset: 1 });
      await call("teleport", { to: "the moon" });
      await call("bash", { command: "echo gone wrong >&2; exit 3" });
      return { content: [{ type: "text", text: JSON.stringify(heard) }], details: { heard: heard.length } };
    },
  });
}
`,
};

const source = `
const sums = await Promise.all(["a", "b"].map((text) => tools.checksum({ text })));
const [refused] = await Promise.allSettled([tools.checksum({ rounds: 1 })]);
text(await tools.read({ path: "notes.txt" }));
return { sums, refused: refused.reason.message };
`;

/** @type {import("./model-server.js").Turn[]} */
export const script = [
  { calls: [["survey", { path: "notes.txt" }]] },
  { text: "And by a script.", calls: [["codemode", { code: source }]] },
  { text: "All were asked." },
];

export const builtins = ["codemode"];

export const batches = 2;

/** How many calls of tools' own that is. */
export const calls = ofSurvey + ofScript;

/** Another one, in RPC mode, that is aborted while a command runs that a tool has called. */
export const aborting = {
  extensions: {
    delegate: `
import { Type } from "typebox";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "delegate",
    label: "Delegate",
    description: "Has a command run",
    parameters: Type.Object({ command: Type.String() }),
    async execute(_id, { command }, _signal, _onUpdate, ctx) {
      const { result, isError } = await ctx.executeTool("bash", { command });
      return { content: result.content, details: { isError } };
    },
  });
}
`,
  },
  script: [{ calls: /** @type {[string, unknown][]} */ ([["delegate", { command: "echo begun; sleep 60" }]]) }],
  args: ["--mode", "rpc"],
  drive: conversation({ id: "1", type: "prompt", message: prompt }, [
    { when: hasBegun, send: { id: "2", type: "abort" } },
    { when: isAnswerTo("2") },
  ]),
  batches: 1,
  calls: 1,
};

/** @param {any} event */
function hasBegun({ type, toolCallId, partialResult }) {
  return (
    type === "tool_execution_update" && toolCallId === "call_1_0/1" && partialResult.content[0]?.text === "begun\n"
  );
}
