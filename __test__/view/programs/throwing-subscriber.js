// Runs two batches while every event of both channels has a subscriber that throws, and one beside it that does not.
import { batch, EVENTS, tool } from "../listen.js";

let heard = 0;
for (const channel of [batch, tool]) {
  for (const event of EVENTS) {
    channel[event].subscribe(() => {
      throw new Error("what a pity");
    });
    channel[event].subscribe(() => heard++);
  }
}

const { executeToolCalls } = await import("../../../index.js");
const execute = () => ({ content: [{ type: "text", text: "done" }], details: {} });
const tools = [{ name: "t", parameters: { type: "object" }, execute }];
const content = [{ type: "toolCall", id: "1", name: "t", arguments: {} }];
const outcomes = [];
for (let n = 0; n < 2; n++) {
  const { messages } = await executeToolCalls({ tools }, { content }, {}, undefined, () => {});
  outcomes.push(`fulfilled with ${messages[0].content[0].text}`);
}
await new Promise((resolve) => setImmediate(resolve));
console.log(`${outcomes.join(", ")}; the other subscriber heard ${heard}`);
