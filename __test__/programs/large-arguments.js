/** A process whose only pending thing is the verdict about large arguments, and with `exits` one that does not wait for it. */
import { loadImplementations } from "../play/implementations.js";
import { CHANGED } from "../play/large.js";

const [, , name, ends] = process.argv;
const { executeToolCalls } = (await loadImplementations())[name];

process.on("exit", (code) => console.log("exit", code));
const execute = (_id, { values }) => ({ content: [{ type: "text", text: `${values.at(-1) + 1}` }], details: {} });
const tools = [{ name: "t", parameters: CHANGED.parameters, execute }];
const content = [{ type: "toolCall", id: "1", name: "t", arguments: CHANGED.args }];
executeToolCalls({ tools }, { content }, {}, undefined, ({ type, result }) => {
  console.log(type, ...(result?.content.map(({ text }) => text) ?? []));
});
if (ends === "exits") setImmediate(() => process.exit(0));
