// A yardstick for scaling: the same calls, events and results without preparing, validating, hooks, updates or anything that
// goes wrong. What it costs more a call as there are more of them, any loop in JavaScript does.

/** @type {import("./implementations.mjs").ExecuteToolCalls} */
export async function executeBare(context, message, _config, signal, emit) {
  const [tool] = context.tools;
  const calls = message.content;
  for (const { id, name, arguments: args } of calls) {
    await emit({ type: "tool_execution_start", toolCallId: id, toolName: name, args });
  }
  const results = await Promise.all(calls.map((/** @type {any} */ call) => executeOne(tool, call, signal, emit)));
  const messages = [];
  for (const [n, { id, name }] of calls.entries()) {
    const { content, details } = results[n];
    const timestamp = Date.now();
    const result = { role: "toolResult", toolCallId: id, toolName: name, content, details, isError: false, timestamp };
    await emit({ type: "message_start", message: result });
    await emit({ type: "message_end", message: result });
    messages.push(result);
  }
  return { messages, terminate: false };
}

/** @param {any} tool @param {any} call @param {any} signal @param {any} emit */
async function executeOne(tool, { id, name, arguments: args }, signal, emit) {
  const result = await tool.execute(id, { ...args }, signal, () => {});
  await emit({ type: "tool_execution_end", toolCallId: id, toolName: name, result, isError: false });
  return result;
}
