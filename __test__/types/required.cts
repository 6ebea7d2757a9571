// The same types for those who `require`. Compiled, never run.

import toolcalls = require("pi-toolcalls");

declare const tool: toolcalls.AgentTool;

export const result: Promise<toolcalls.ToolCallBatchResult> = toolcalls.executeToolCalls(
  { tools: [tool] },
  { content: [] },
  {},
  undefined,
  (event: toolcalls.ToolCallEvent) => void event.type,
);
export const executor: toolcalls.ToolExecutor = toolcalls.createToolExecutor({ dispatch: "inline" });
export const args: unknown = toolcalls.validateToolArguments(tool, { name: "read", arguments: {} });
