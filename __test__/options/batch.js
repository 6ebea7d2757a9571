/** A batch with options of the product's own: what it emits, in short, and what comes of it. */
import { packageUrl } from "../play/implementations.js";

export const { createToolExecutor } = await import(/* @vite-ignore */ packageUrl);

export const never = () => new Promise(() => {});

export const ok = (text = "ok") => ({ content: [{ type: "text", text }], details: {} });

export function tool(name, execute = async () => ok(name), more = {}) {
  return { name, parameters: { type: "object" }, execute, ...more };
}

/** Calls of these tools, with ids that count up from 0. */
export const callsOf = (...names) => names.map((name, n) => ({ type: "toolCall", id: `${n}`, name, arguments: {} }));

/** A promise with its way to be settled from outside. */
export function gate() {
  let open;
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * Runs a batch. `seen` are the events in short: `s0 e0 m0` for the start, end and message of the call with id 0, an
 * exclamation mark at the end of a failed one.
 */
export async function run(options, { tools, calls, signal, config = {}, message = {} }) {
  const { executeToolCalls } = createToolExecutor(options);
  const events = [];
  const { messages, terminate } = await executeToolCalls(
    { tools },
    { role: "assistant", content: calls, ...message },
    config,
    signal,
    (event) => void events.push(event),
  );
  const texts = messages.map(({ content }) => content[0]?.text);
  return { events, seen: events.map(short).join(" "), messages, texts, terminate };
}

function short(event) {
  switch (event.type) {
    case "tool_execution_start":
      return `s${event.toolCallId}`;
    case "tool_execution_update":
      return `u${event.toolCallId}`;
    case "tool_execution_end":
      return `e${event.toolCallId}${event.isError ? "!" : ""}`;
    default:
      return `${event.type === "message_start" ? "<" : ">"}${event.message.toolCallId}`;
  }
}
