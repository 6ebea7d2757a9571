// The same types for those who `require`. Compiled, never run.

import diagnosticsChannel = require("node:diagnostics_channel");
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
export const failed: number = toolcalls.stats().calls.error;
diagnosticsChannel
  .tracingChannel<string, toolcalls.ToolCallTrace>("pi-toolcalls:tool")
  .asyncEnd.subscribe((message) => {
    const { status, milliseconds, batch } = message as toolcalls.ToolCallTrace;
    const known: toolcalls.ToolCallStatus | undefined = status ?? batch?.statuses[0];
    return [known, milliseconds.executing];
  });
