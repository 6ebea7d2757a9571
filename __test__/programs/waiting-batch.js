/** A process whose only pending thing is a batch that waits for a tool. It must end by itself. */
import { loadImplementations } from "../play/implementations.js";

const [, , name] = process.argv;
const implementations = await loadImplementations();
const { executeToolCalls } = implementations[name];

const tools = [
  { name: "quick", parameters: { type: "object" }, execute: async () => ({ content: [], details: undefined }) },
  { name: "stuck", parameters: { type: "object" }, execute: () => new Promise(() => {}) },
];
const content = ["quick", "stuck", "quick"].map((tool, n) => ({
  type: "toolCall",
  id: `id${n}`,
  name: tool,
  arguments: {},
}));
const emit = async ({ type, toolCallId }) => console.log(type, toolCallId);

process.on("exit", (code) => console.log("exit", code));
executeToolCalls({ tools }, { content }, {}, undefined, emit).then(
  () => console.log("the batch is done"),
  (reason) => console.log("the batch is rejected", reason),
);
