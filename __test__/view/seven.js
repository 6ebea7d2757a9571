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

/** The one that waits for the abort comes last. */
export const STATUSES = ["ok", "error", "blocked", "timeout", "invalid", "unknown", "aborted"];

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
  let ended = 0;
  const abortLast = (event) => {
    if (event.type === "tool_execution_end" && ++ended === STATUSES.length - 1) setImmediate(() => controller.abort());
  };
  return executeToolCalls({ tools }, { content }, { toolExecution, beforeToolCall }, controller.signal, abortLast);
}
