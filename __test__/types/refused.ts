// What the types must refuse: each line is an error, or the compiler complains about the expectation.

import { createToolExecutor, executeToolCalls, type ToolCallEvent, validateToolArguments } from "pi-toolcalls";

const message = { content: [{ type: "toolCall" as const, id: "1", name: "read", arguments: {} }] };
const emit = (_event: ToolCallEvent) => {};

// @ts-expect-error an option that does not exist
createToolExecutor({ dispach: "queued" });
// @ts-expect-error a value that the option cannot have
createToolExecutor({ dispatch: "later" });
// @ts-expect-error a tool without `execute`
executeToolCalls({ tools: [{ name: "read", parameters: {} }] }, message, {}, undefined, emit);
// @ts-expect-error a message without content
executeToolCalls({}, {}, {}, undefined, emit);
// @ts-expect-error an emitter of something else
executeToolCalls({}, message, {}, undefined, (event: { type: "agent_start" }) => event);
// @ts-expect-error a mode that does not exist
executeToolCalls({}, message, { toolExecution: "random" }, undefined, emit);
// @ts-expect-error a hook that answers something else
executeToolCalls({}, message, { beforeToolCall: () => "no" }, undefined, emit);
// @ts-expect-error a tool without a schema
validateToolArguments({}, { name: "read", arguments: {} });
