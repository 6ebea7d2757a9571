"use strict";
// What went wrong, as a result for the model.

/**
 * What a tool or a hook threw, as the text that the model reads.
 * @param {unknown} thrown
 */
function textOf(thrown) {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "Unknown error";
  }
}

/**
 * @param {string} message
 * @returns {import("../host.js").ToolResult}
 */
function createErrorToolResult(message) {
  return { content: [{ type: "text", text: message }], details: {} };
}

/** What a call gets that is not run, or not waited for any longer, because its batch was aborted. */
const ABORTED = "Operation aborted";

module.exports = { textOf, createErrorToolResult, ABORTED };
