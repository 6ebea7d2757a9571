/**
 * pi's tool batches, run by a Rust core inside Node.js.
 *
 * The types describe what is used of pi's values and no more, and name no pi package: values typed by
 * `@mariozechner/pi-agent-core` 0.73.1 or by `@earendil-works/pi-agent-core` 1.6.0 fit as they are, and what comes back
 * fits there.
 *
 * @packageDocumentation
 */

/** Text for the model, as a content block of pi. */
export interface TextContent {
  type: "text";
  text: string;
  textSignature?: string;
}

/** An image for the model, as a content block of pi. */
export interface ImageContent {
  type: "image";
  /** The image, base64. */
  data: string;
  mimeType: string;
}

/** A content block of an assistant message that asks for a tool. */
export interface ToolCall {
  type: "toolCall";
  /** Names this call in events and messages. The executor never tells calls apart by it: a repeated id is two calls. */
  id: string;
  /** Name of the tool. */
  name: string;
  /** What the model wrote, before preparation and validation. Never changed. */
  arguments: Record<string, any>;
}

/** How the calls of a batch are scheduled. */
export type ToolExecutionMode = "sequential" | "parallel";

/** What a tool returns, and what it sends as an update. */
export interface AgentToolResult<TDetails = any> {
  /** Returned to the model. */
  content: (TextContent | ImageContent)[];
  /** For the program: logs, user interface. Never copied or serialised here. */
  details: TDetails;
  /** Asks the agent to stop after this batch. It stops when every result of the batch asks for it. */
  terminate?: boolean;
}

/** A tool, as far as running and checking its calls needs it. */
export interface AgentTool {
  /** The first tool of a name is the one that is called. */
  name: string;
  /** TypeBox schema or plain JSON Schema that the arguments have to fit. Compiled once per object. */
  parameters: object;
  /** Rewrites raw arguments before they are validated. Called on the tool. A throw becomes the call's error result. */
  prepareArguments?: (args: any) => unknown;
  /**
   * Runs the call. A throw or a rejection becomes the call's error result, with the error's message as text.
   *
   * @param toolCallId the call's `id`
   * @param params the validated arguments, the very object that `beforeToolCall` saw
   * @param signal the batch's signal, as it was passed in
   * @param onUpdate sends a partial result; it is emitted at once as `tool_execution_update`
   */
  execute: (
    toolCallId: string,
    params: any,
    signal?: AbortSignal,
    onUpdate?: (partialResult: AgentToolResult) => void,
  ) => PromiseLike<AgentToolResult> | AgentToolResult;
  /** `"sequential"` makes every batch sequential that has a call of this tool. */
  executionMode?: ToolExecutionMode;
  /** How long `execute` may take, in milliseconds, where the executor's `timeoutMs` is set; it goes before that one. */
  timeoutMs?: number;
}

/** The agent's context, as far as a batch needs it. */
export interface ToolContext {
  /** Looked through anew for each call, when its turn to prepare comes. */
  tools?: readonly AgentTool[];
}

/** The assistant message, as far as a batch needs it. */
export interface ToolCallingMessage {
  /** Blocks whose `type` is `"toolCall"` are the batch, in this order; other blocks are passed over. */
  content: readonly { type: string }[];
}

/** The tool call blocks of an assistant message's type. */
export type ToolCallOf<TMessage extends ToolCallingMessage> = Extract<
  TMessage["content"][number],
  { type: "toolCall" }
>;

/** What `beforeToolCall` gets. Everything is passed by identity. */
export interface BeforeToolCallContext<
  TContext extends ToolContext = ToolContext,
  TMessage extends ToolCallingMessage = ToolCallingMessage,
> {
  assistantMessage: TMessage;
  /** The raw block of the message. */
  toolCall: ToolCallOf<TMessage>;
  /** The validated arguments. What is changed inside them reaches `execute`, without a second validation. */
  args: any;
  context: TContext;
}

/** What `beforeToolCall` may answer. */
export interface BeforeToolCallResult {
  /** `true`: the tool is not run, and the call gets an error result. */
  block?: boolean;
  /** Text of that error result. Without it: `Tool execution was blocked`. */
  reason?: string;
}

/** What `afterToolCall` gets. Everything is passed by identity. */
export interface AfterToolCallContext<
  TContext extends ToolContext = ToolContext,
  TMessage extends ToolCallingMessage = ToolCallingMessage,
> {
  assistantMessage: TMessage;
  /** The raw block of the message. */
  toolCall: ToolCallOf<TMessage>;
  /** The validated arguments. */
  args: any;
  /** What the tool returned, or the error result made of what it threw. */
  result: AgentToolResult;
  /** Whether the tool failed. */
  isError: boolean;
  context: TContext;
}

/** What `afterToolCall` may answer: each field that is given replaces the result's, whole. */
export interface AfterToolCallResult {
  content?: (TextContent | ImageContent)[];
  details?: unknown;
  isError?: boolean;
  terminate?: boolean;
}

/** The agent loop's configuration, as far as a batch needs it. */
export interface ToolCallConfig<
  TContext extends ToolContext = ToolContext,
  TMessage extends ToolCallingMessage = ToolCallingMessage,
> {
  /** `"sequential"`: one call after the other. Otherwise calls are prepared one after the other and executed together. */
  toolExecution?: ToolExecutionMode;
  /**
   * Asked before a tool runs, after its arguments are validated; never for two calls at once. A throw becomes the call's
   * error result.
   */
  beforeToolCall?: (
    context: BeforeToolCallContext<TContext, TMessage>,
    signal?: AbortSignal,
  ) => PromiseLike<BeforeToolCallResult | undefined> | BeforeToolCallResult | undefined;
  /** Asked after a tool has run, before its end is emitted; also when it failed. A throw becomes the call's error result. */
  afterToolCall?: (
    context: AfterToolCallContext<TContext, TMessage>,
    signal?: AbortSignal,
  ) => PromiseLike<AfterToolCallResult | undefined> | AfterToolCallResult | undefined;
}

/** The result of a call as a message for the model. */
export interface ToolResultMessage<TDetails = any> {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: TDetails;
  isError: boolean;
  /** Milliseconds since 1970, when the message was built. */
  timestamp: number;
  /** From 0.81.0 on: what the tool says it used. */
  usage?: any;
  /** From 1.3.0 on: whole milliseconds that `execute` took; missing where the tool did not run. */
  durationMs?: number;
}

/** A call begins: before its tool is looked up. */
export interface ToolExecutionStartEvent {
  type: "tool_execution_start";
  toolCallId: string;
  toolName: string;
  /** The raw arguments, by identity. */
  args: any;
}

/** A tool has sent an update. */
export interface ToolExecutionUpdateEvent {
  type: "tool_execution_update";
  toolCallId: string;
  toolName: string;
  /** The raw arguments, by identity. */
  args: any;
  /** What the tool sent, by identity. */
  partialResult: any;
}

/** A call has its final result. In a parallel batch these come in the order in which calls finish. */
export interface ToolExecutionEndEvent {
  type: "tool_execution_end";
  toolCallId: string;
  toolName: string;
  /** The final result: what the tool returned, by identity, unless a hook replaced it. */
  result: any;
  isError: boolean;
  /** From 1.3.0 on: whole milliseconds that `execute` took; missing where the tool did not run. */
  durationMs?: number;
}

/** A result message begins; `message_end` with the same object follows. Always in the order of the calls. */
export interface ToolResultMessageStartEvent {
  type: "message_start";
  message: ToolResultMessage;
}

/** A result message is complete. */
export interface ToolResultMessageEndEvent {
  type: "message_end";
  message: ToolResultMessage;
}

/** What a batch emits. Each is one of pi's `AgentEvent`s. */
export type ToolCallEvent =
  | ToolExecutionStartEvent
  | ToolExecutionUpdateEvent
  | ToolExecutionEndEvent
  | ToolResultMessageStartEvent
  | ToolResultMessageEndEvent;

/** What a batch resolves to. */
export interface ToolCallBatchResult {
  /** One message a call, in the order of the calls. */
  messages: ToolResultMessage[];
  /** Whether there was a call and every final result has `terminate` set to `true`. */
  terminate: boolean;
}

/**
 * Runs the tool calls of one assistant message: pi's `executeToolCalls`, as `@mariozechner/pi-agent-core` 0.73.1 has it.
 *
 * A failing tool, hook or argument rejects nothing: it becomes that call's error result.
 *
 * @param currentContext where the tools are looked up; given to both hooks by identity
 * @param assistantMessage whose `toolCall` blocks are run
 * @param config mode and hooks; the hooks are read at the moment they are called
 * @param signal given to tools and hooks by identity. It is not looked at here, as in 0.73.1
 * @param emit gets each event; what it returns is awaited before the batch goes on
 * @returns the result messages, and whether the agent is to stop
 * @throws with the very value that `emit` threw or rejected with, where it fails
 *
 * @example
 * ```js
 * const { messages, terminate } = await executeToolCalls(context, message, { toolExecution: "parallel" }, signal, emit);
 * ```
 */
export declare function executeToolCalls<TContext extends ToolContext, TMessage extends ToolCallingMessage>(
  currentContext: TContext,
  assistantMessage: TMessage,
  config: ToolCallConfig<TContext, TMessage>,
  signal: AbortSignal | undefined,
  emit: (event: ToolCallEvent) => PromiseLike<void> | void,
): Promise<ToolCallBatchResult>;

/**
 * Checks a call's arguments against the tool's schema: pi's `validateToolArguments`, as `@mariozechner/pi-ai` 0.73.1
 * has it.
 *
 * @param tool whose `parameters` is the schema, TypeBox or plain JSON Schema
 * @param toolCall whose `arguments` are checked; they are never changed
 * @returns a copy of the arguments, converted to what the schema asks for where that is possible
 * @throws Error with a text for the model, where the arguments do not fit
 *
 * @example
 * ```js
 * const args = validateToolArguments(tool, { name: "read", arguments: { path: "a.txt", offset: "3" } });
 * // { path: "a.txt", offset: 3 }
 * ```
 */
export declare function validateToolArguments(
  tool: { parameters: object },
  toolCall: { name: string; arguments: Record<string, any> },
): any;

/** What a tool needs to have another one run, as pi's `runToolCall` takes it. */
export interface RunToolCallOptions<
  TContext extends ToolContext = ToolContext,
  TMessage extends ToolCallingMessage = ToolCallingMessage,
> extends Pick<ToolCallConfig<TContext, TMessage>, "beforeToolCall" | "afterToolCall"> {
  /** Given to the hooks. */
  assistantMessage: TMessage;
  /** Where the tool is looked up, unless `tools` is given. Given to the hooks. */
  context: TContext;
  signal?: AbortSignal;
  /** Where the tool is looked up instead. */
  tools?: readonly AgentTool[];
  /** Gets what the tool sends as updates. */
  onUpdate?: (partialResult: any) => void;
}

/** How a call that a tool made of another one came out. */
export interface RunToolCallResult {
  toolCall: any;
  result: AgentToolResult;
  isError: boolean;
  /** Whole milliseconds that `execute` took, from 1.3.0 on; missing where it did not run. */
  durationMs?: number;
}

/**
 * Runs one call by the same steps as a batch, without events or messages: for tools that call other tools.
 *
 * @returns the call's final result; a failing tool, hook or argument is an error result, too
 */
export type RunToolCall = <TContext extends ToolContext, TMessage extends ToolCallingMessage>(
  toolCall: { id: string; name: string; arguments: Record<string, any> },
  options: RunToolCallOptions<TContext, TMessage>,
) => Promise<RunToolCallResult>;

/** Options of {@link createToolExecutor}. Without one, everything is as in pi. */
export interface ToolExecutorOptions {
  /**
   * How the steps of a batch reach JavaScript.
   *
   * - `"inline"` (the default): as the answer to the call that brought the last step's end in. Fastest, and what was
   *   queued as a microtask keeps its place, as in pi's own loop.
   * - `"queued"`: through the event loop's queue. The process's timers and I/O run between the steps, also in a batch of
   *   thousands of calls whose tools answer at once.
   *
   * Events, results and their order are the same.
   */
  dispatch?: "inline" | "queued";
  /**
   * The version of pi whose rules hold, from `"0.69.0"` to `"1.6.0"`: what an abort does, which fields results and messages
   * have, how arguments are judged. The default is what the bare exports stand for, `"0.73.1"`.
   */
  compat?: string;
  /**
   * How long `execute` of a tool may take, in milliseconds: for all tools, or what a function of tool and call gives
   * (`undefined` and `Infinity`: no limit). A tool's own `timeoutMs` goes before it.
   *
   * When the time has passed, the signal that the tool got aborts, and the call ends with the error result
   * `Tool "<name>" timed out after <n> ms`, which `afterToolCall` sees as any failure. Whatever the tool does afterwards goes
   * nowhere. With this option a tool gets a signal of its own call, which aborts with the batch's.
   */
  timeoutMs?: number | ((tool: any, toolCall: any) => number | undefined);
  /**
   * How long the batch waits for running tools after its signal has aborted, in milliseconds. Then they end with the error
   * result `Operation aborted`. What has finished keeps its result, and every call has its end and its message.
   */
  abortGraceMs?: number;
  /**
   * At most so many tools of a batch run at once; the others begin in source order, as places come free. After an abort those
   * that wait end with `Operation aborted` and never begin.
   */
  maxConcurrency?: number;
  /**
   * What a tool with `executionMode: "sequential"` does to its batch: `"batch"` (as pi) makes the whole batch sequential;
   * `"barrier"` runs that tool alone, in source order, while the others stay parallel.
   */
  sequentialTools?: "batch" | "barrier";
  /**
   * Where the schema wants an array or an object and nothing else, and the model sent one as JSON text, the text is parsed
   * before anything else is done with the arguments.
   */
  repairArguments?: boolean;
  /**
   * What happens to a call whose id an earlier one of the same message has: `"run"` (as pi), or `"refuse"`, which gives it an
   * error result.
   */
  duplicateIds?: "run" | "refuse";
  /** Whether the error for a tool that does not exist names those that the model may have meant. */
  suggestNames?: boolean;
  /**
   * Whether calls of a message that was cut off (its `stopReason` is there and neither `"stop"` nor `"toolUse"`) get an error
   * result instead of being run.
   */
  refuseTruncated?: boolean;
}

/** The package's functions, with options. */
export interface ToolExecutor {
  executeToolCalls: typeof executeToolCalls;
  validateToolArguments: typeof validateToolArguments;
  /** pi's function of this name, where the version that `compat` names has it: from 0.99.1 on. */
  runToolCall?: RunToolCall;
}

/**
 * Makes the package's functions with options.
 *
 * @throws TypeError for an option that does not exist, or a value that it cannot have
 *
 * @example
 * ```js
 * const { executeToolCalls } = createToolExecutor({ compat: "1.6.0", timeoutMs: 60_000, abortGraceMs: 2_000 });
 * ```
 */
export declare function createToolExecutor(options?: ToolExecutorOptions): ToolExecutor;

/**
 * How a call came out:
 *
 * - `ok`: with a result that is no error;
 * - `error`: with one that is, be it that the tool or a hook threw, or that they said so;
 * - `blocked`: refused by `beforeToolCall`, or by an option of the executor;
 * - `aborted`: ended by the loop with `Operation aborted`. (A tool that heeds the signal and throws is an `error`.);
 * - `timeout`: its time had passed;
 * - `invalid`: its arguments did not fit, or could not be prepared or checked;
 * - `unknown`: there is no tool of its name.
 */
export type ToolCallStatus = "ok" | "error" | "blocked" | "aborted" | "timeout" | "invalid" | "unknown";

/** What this thread has done since the package was loaded. */
export interface Stats {
  /** How often `executeToolCalls` began. */
  batches: number;
  /** Calls that ended, by how they came out. */
  calls: Record<ToolCallStatus, number>;
  /** Compiled schemas that are alive: one a schema object that is still in use. */
  validators: number;
  /**
   * The longest that one call into the core kept this thread, in milliseconds. Looked at are those that can take long:
   * compiling a schema, and checking arguments of 1 KB and more, or by a schema of more than 16 KB. Tools, hooks and
   * emitters are not in it.
   */
  longestHoldMs: number;
}

/**
 * Counts since the package was loaded, for this thread: each worker has its own.
 *
 * @example
 * ```js
 * const { batches, calls } = stats();
 * console.log(`${batches} batches, ${calls.error} calls failed`);
 * ```
 */
export declare function stats(): Stats;

/**
 * The message of the tracing channel `pi-toolcalls:tool`: one object a call, the same for all its events.
 *
 * `start` and `end` come around the step in which the call starts, `asyncStart` and `asyncEnd` when it is known how it
 * comes out, just before its `tool_execution_end`; before them `error`, for every status but `ok`.
 */
export interface ToolCallTrace {
  /** The call's `id`. */
  toolCallId: string;
  /** Name of the tool. */
  toolName: string;
  /** How the batch is scheduled. */
  mode: ToolExecutionMode;
  /** The call's place in the batch. */
  index: number;
  /** The message of the batch's own channel; nothing for a call outside of a batch. */
  batch: ToolBatchTrace | undefined;
  /** From `error` or `asyncStart` on. */
  status: ToolCallStatus | undefined;
  /** Complete from `error` or `asyncStart` on. */
  milliseconds: {
    /** It waited for its turn: from the beginning of the batch until it started, and from prepared until it executed. */
    queued: number;
    /** The tool was looked up, and `prepareArguments` ran. */
    preparing: number;
    /** The arguments were checked against the schema. */
    validating: number;
    /** `beforeToolCall` and `afterToolCall` ran. */
    hooks: number;
    /** The tool ran, and the updates that it sent were emitted. */
    executing: number;
    /** All, from its start event until its end event. What the others leave of it is the emitter's. */
    total: number;
  };
  /** Where the status is not `ok`: what was thrown, or an `Error` with the text of the refusal. */
  error?: unknown;
}

/** The message of the tracing channel `pi-toolcalls:batch`: one object a batch, the same for all its events. */
export interface ToolBatchTrace {
  /** How the calls are scheduled. */
  mode: ToolExecutionMode;
  /** How many there are. */
  calls: number;
  /** How each came out, by its place in the batch; nothing for one that has not ended. */
  statuses: (ToolCallStatus | undefined)[];
  /** From the beginning until the end, known from `asyncStart` on. */
  milliseconds: number;
  /** What the batch rejects with, where it does. */
  error?: unknown;
}
