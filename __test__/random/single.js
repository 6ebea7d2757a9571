/** `runToolCall` in the place of `executeToolCalls`: the first call of a batch, with the batch's hooks and no events. */
export function singleCall(runToolCall) {
  return (context, message, config, signal, emit) => {
    const toolCall = message.content.find((block) => block.type === "toolCall");
    if (toolCall === undefined) return Promise.resolve();
    const onUpdate = (partialResult) => emit({ type: "tool_execution_update", toolCallId: toolCall.id, partialResult });
    const options = { assistantMessage: message, context, signal, onUpdate };
    return runToolCall(toolCall, Object.defineProperties(options, Object.getOwnPropertyDescriptors(config)));
  };
}
