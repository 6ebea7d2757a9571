// Seven calls, each of which comes out in its own way.
import { createToolExecutor } from "../../index.js";

const parameters = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
const result = { content: [{ type: "text", text: "done" }], details: {} };
export const thrown = new RangeError("out of range");

/** By the status that a call of the tool gets. */
const TOOLS = {
  ok: () => result,
  error: () => {
    throw thrown;
  },
  blocked: () => result,
  aborted: () => new Promise(() => {}),
  timeout: () => new Promise(() => {}),
  invalid: () => result,
};

export const STATUSES = [...Object.keys(TOOLS), "unknown"];

const tools = Object.entries(TOOLS).map(([name, execute]) => ({
  name,
  parameters,
  timeoutMs: name === "timeout" ? 5 : 1e6,
  execute,
}));
const content = STATUSES.map((name) => ({
  type: "toolCall",
  id: `${name} call`,
  name,
  arguments: name === "invalid" ? {} : { a: 1 },
}));

/** @param {"parallel" | "sequential"} [toolExecution] */
export async function runSeven(toolExecution = "parallel") {
  const { executeToolCalls } = createToolExecutor({ timeoutMs: 1e6, abortGraceMs: 0 });
  const controller = new AbortController();
  const beforeToolCall = ({ toolCall }) => (toolCall.name === "blocked" ? { block: true, reason: "no" } : undefined);
  // When the others are done, or in sequential mode have had no turn yet: nothing is left to wait for but this.
  const over = (event) => {
    const last = toolExecution === "parallel" ? "timeout" : "blocked";
    if (event.type === "tool_execution_end" && event.toolName === last) setImmediate(() => controller.abort());
  };
  return executeToolCalls({ tools }, { content }, { toolExecution, beforeToolCall }, controller.signal, over);
}
