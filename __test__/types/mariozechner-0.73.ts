// Values typed by `@mariozechner/pi-agent-core` 0.73.1 fit without a cast, and results fit back. Compiled, never run.

import type { AgentContext, AgentEvent, AgentLoopConfig, AgentMessage, AgentTool } from "@mariozechner/pi-agent-core";
import type * as piAi from "@mariozechner/pi-ai";
import type { AssistantMessage, Tool, ToolCall, ToolResultMessage } from "@mariozechner/pi-ai";
import { createEditTool, createReadTool } from "@mariozechner/pi-coding-agent";
import { createToolExecutor, executeToolCalls, validateToolArguments } from "pi-toolcalls";
import { Type } from "typebox";

declare const context: AgentContext;
declare const message: AssistantMessage;
declare const config: AgentLoopConfig;
declare const signal: AbortSignal | undefined;
declare const emit: (event: AgentEvent) => Promise<void> | void;
declare const tool: Tool;
declare const toolCall: ToolCall;

export async function batch(): Promise<AgentMessage[]> {
  const { messages, terminate } = await executeToolCalls(context, message, config, signal, emit);
  const results: ToolResultMessage[] = messages;
  const stop: boolean = terminate;
  if (stop) context.messages.push(...messages);
  return results;
}

/** pi's own function, as its `runLoop` calls it. */
type ExecuteToolCalls = (
  currentContext: AgentContext,
  assistantMessage: AssistantMessage,
  config: AgentLoopConfig,
  signal: AbortSignal | undefined,
  emit: (event: AgentEvent) => Promise<void> | void,
) => Promise<{ messages: ToolResultMessage[]; terminate: boolean }>;

export const inPlaceOfPis: ExecuteToolCalls = executeToolCalls;
export const queued: ExecuteToolCalls = createToolExecutor({ dispatch: "queued" }).executeToolCalls;
export const validation: typeof piAi.validateToolArguments = validateToolArguments;
export const validated = validateToolArguments(tool, toolCall);

const greet: AgentTool<ReturnType<typeof parameters>, { greeted: string }> = {
  name: "greet",
  label: "Greet",
  description: "Greets someone.",
  parameters: parameters(),
  async execute(_toolCallId, { name }, _signal, onUpdate) {
    onUpdate?.({ content: [], details: { greeted: "nobody yet" } });
    return { content: [{ type: "text", text: `Hello, ${name}!` }], details: { greeted: name } };
  },
};

function parameters() {
  return Type.Object({ name: Type.String() });
}

export const withTypedTools = executeToolCalls(
  { tools: [greet, createReadTool("."), createEditTool(".")] },
  message,
  {
    beforeToolCall: async ({ toolCall: { id, name }, context: { tools } }) =>
      tools.length > 0 ? { block: true, reason: `${name} (${id}) is not allowed` } : undefined,
    afterToolCall: ({ result, isError }) => ({ content: result.content, isError: !isError }),
  },
  undefined,
  emit,
);
