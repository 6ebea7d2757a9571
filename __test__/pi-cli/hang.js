// A tool that hangs: it never settles, and does not listen to its signal. Nothing of its own keeps the process alive: pi's
// print mode ends when nothing does, so the deadline has to while it is pending.

/** @type {Record<string, string>} */
export const extensions = {
  hang: `
import { Type } from "typebox";
import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "hang",
    label: "Hang",
    description: "Waits for ever",
    parameters: Type.Object({}),
    execute(_id, _args, _signal, onUpdate) {
      onUpdate?.({ content: [{ type: "text", text: "waiting" }], details: {} });
      return new Promise(() => {});
    },
  });
}
`,
};

/** @type {import("./model-server.js").Turn[]} */
export const script = [
  {
    calls: [
      ["hang", {}],
      ["read", { path: "notes.txt" }],
    ],
  },
  { text: "I went on without it." },
];
