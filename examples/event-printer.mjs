// pi's events as lines for a person, each as it arrives.

import { stripVTControlCharacters } from "node:util";
import cliTruncate from "cli-truncate";
import pc from "picocolors";

/** @typedef {import("@mariozechner/pi-agent-core").AgentEvent} AgentEvent */

const WIDEST_EVENT = "tool_execution_update".length;

/** @param {{ width: number, colours: boolean }} terminal */
export function eventPrinter({ width, colours }) {
  const paint = pc.createColors(colours);
  let deltas = 0;

  /**
   * @param {AgentEvent} event
   * @param {number} at milliseconds
   */
  return function print(event, at) {
    if (event.type === "message_update") {
      // The model's words and arguments arrive in pieces: one line for all of them.
      deltas++;
      return;
    }
    const failed = event.type === "tool_execution_end" && event.isError;
    const line = `${at.toFixed(1).padStart(8)} ms  ${event.type.padEnd(WIDEST_EVENT)}  ${oneLine(whatOf(event, deltas))}`;
    const short = cliTruncate(line, width);
    console.log(failed ? paint.red(short) : event.type.startsWith("tool_") ? short : paint.dim(short));
    if (event.type === "message_end") deltas = 0;
  };
}

/**
 * @param {AgentEvent} event @param {number} deltas
 * @returns {string}
 */
function whatOf(event, deltas) {
  switch (event.type) {
    case "tool_execution_start":
      return `${event.toolCallId}  ${JSON.stringify(event.args)}`;
    case "tool_execution_update":
      return `${event.toolCallId}  ${textOf(event.partialResult.content)}`;
    case "tool_execution_end":
      return `${event.toolCallId}  ${event.isError ? "✗" : "✓"} ${textOf(event.result.content)}`;
    case "message_start":
      return whose(event.message);
    case "message_end":
      return `${whose(event.message)}${deltas > 0 ? `, ${deltas} updates` : ""}`;
    case "turn_end":
      return `${event.toolResults.length} tool results`;
    case "agent_end":
      return `${event.messages.length} messages`;
    default:
      return "";
  }
}

/** @param {import("@mariozechner/pi-agent-core").AgentMessage} message */
function whose(message) {
  if (message.role === "toolResult") return `${message.toolCallId}  result for the model`;
  if (message.role === "user") return `user: ${textOf(message.content)}`;
  if (message.role !== "assistant") return message.role;
  const calls = message.content.filter((block) => block.type === "toolCall").length;
  return `assistant: ${textOf(message.content)}${calls > 0 ? ` + ${calls} tool calls` : ""}`;
}

/** @param {string | { type: string, text?: string }[]} content */
function textOf(content) {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}

/**
 * What tools return is not ours: no line breaks, no control characters, whatever is in it.
 * @param {string} text
 */
function oneLine(text) {
  return stripVTControlCharacters(text).replace(/[\s\p{Cc}]+/gu, " ");
}
