// Tools that call other tools, as pi from 0.99.1 on lets them: an extension's by `ctx.executeTool`, and pi's own codemode,
// whose scripts do the same. Every way through a single call is in it.

/** How many nested calls the extension's tool makes. */
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
        const { content, details, isError } = await ctx.executeTool(name, args, {
          onUpdate: (partial) => onUpdate?.({ content: partial.content, details: { of: name } }),
        });
        heard.push({ name, isError, details, text: content.map(({ text }) => text).join("|") });
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
  {
    calls: [
      ["survey", { path: "notes.txt" }],
      ["read", { path: "notes.txt" }],
    ],
  },
  { text: "And by a script.", calls: [["codemode", { code: source }]] },
  { text: "All were asked." },
];

export const batches = 2;

export const calls = ofSurvey + ofScript;
