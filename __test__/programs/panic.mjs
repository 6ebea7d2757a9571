/** A panic of the core rejects its batch as a bug of this package, and the process and the next batch go on. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { createToolExecutor } from "../../index.js";
import { CHANGED } from "../play/large.js";

const { panicNext } = createRequire(import.meta.url)("../../js/native.js").native;
assert.equal(typeof panicNext, "function", "this addon lacks the cargo feature panic-probe");

const tools = [{ name: "t", parameters: { type: "object" }, execute: () => ({ content: [] }) }];
const message = { content: [{ type: "toolCall", id: "1", name: "t", arguments: {} }] };

/** The result of a call whose arguments are judged on another thread. */
async function textOfLarge(executeToolCalls, panics) {
  const execute = () => ({ content: [{ type: "text", text: "fine" }] });
  const large = [{ name: "t", parameters: CHANGED.parameters, execute }];
  const content = [{ type: "toolCall", id: "1", name: "t", arguments: CHANGED.args }];
  // Nothing of the core runs between the start and the judging.
  const emit = ({ type }) => void (panics && type === "tool_execution_start" && panicNext());
  const { messages } = await executeToolCalls({ tools: large }, { content }, {}, undefined, emit);
  return messages[0].content[0].text;
}

for (const dispatch of ["inline", "queued"]) {
  const { executeToolCalls } = createToolExecutor({ dispatch });
  const batch = () => executeToolCalls({ tools }, message, {}, undefined, () => undefined);
  panicNext();
  await assert.rejects(batch(), /report it as a bug/, dispatch);
  assert.equal((await batch()).messages.length, 1, dispatch);
  assert.match(await textOfLarge(executeToolCalls, true), /report it as a bug: a test asked for this panic$/, dispatch);
  assert.equal(await textOfLarge(executeToolCalls, false), "fine", dispatch);
  console.log(`handed over ${dispatch}, a panic rejects its batch alone`);
}
