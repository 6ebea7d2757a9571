// Values typed by `@earendil-works/pi-agent-core` 1.6.0 fit without a cast, and results fit back. Compiled, never run.

import type { AgentContext, AgentEvent, AgentLoopConfig, AgentMessage, AgentTool } from "@earendil-works/pi-agent-core";
import type {
  AssistantMessage,
  validateToolArguments as piValidateToolArguments,
  Tool,
  ToolCall,
  ToolResultMessage,
} from "@earendil-works/pi-ai";
import { createToolExecutor, executeToolCalls, validateToolArguments } from "pi-toolcalls";

declare const context: AgentContext;
declare const message: AssistantMessage;
declare const config: AgentLoopConfig;
declare const signal: AbortSignal | undefined;
declare const emit: (event: AgentEvent) => Promise<void> | void;
declare const tool: Tool;
declare const toolCall: ToolCall;
declare const agentTool: AgentTool<{ type: "object" }, { lines: number }>;

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
export const validation: typeof piValidateToolArguments = validateToolArguments;
export const validated = validateToolArguments(tool, toolCall);

export const withTypedTool = executeToolCalls(
  { tools: [agentTool] },
  message,
  { beforeToolCall: config.beforeToolCall && (async () => undefined), toolExecution: "sequential" },
  undefined,
  emit,
);
