/** A panic of the core rejects its batch as a bug of this package, and the process and the next batch go on. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { createToolExecutor } from "../../index.js";

const { panicNext } = createRequire(import.meta.url)("../../js/native.js").native;
assert.equal(typeof panicNext, "function", "this addon lacks the cargo feature panic-probe");

const tools = [{ name: "t", parameters: { type: "object" }, execute: () => ({ content: [] }) }];
const message = { content: [{ type: "toolCall", id: "1", name: "t", arguments: {} }] };

for (const dispatch of ["inline", "queued"]) {
  const { executeToolCalls } = createToolExecutor({ dispatch });
  const batch = () => executeToolCalls({ tools }, message, {}, undefined, () => undefined);
  panicNext();
  await assert.rejects(batch(), /report it as a bug/, dispatch);
  assert.equal((await batch()).messages.length, 1, dispatch);
  console.log(`handed over ${dispatch}, a panic rejects its batch alone`);
}
