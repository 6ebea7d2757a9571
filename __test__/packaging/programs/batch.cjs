// A real batch of three calls: one that succeeds, one that is unknown, one that throws. Says whether all went as it should.
"use strict";

/** @param {any} api what the package exports */
module.exports = async function batch({ executeToolCalls }) {
  const events = [];
  const tool = {
    name: "add",
    parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
    async execute(_id, { a, b }) {
      if (b === 0) throw new Error("nothing to add");
      return { content: [{ type: "text", text: String(a + b) }], details: {} };
    },
  };
  const call = (id, name, args) => ({ type: "toolCall", id, name, arguments: args });
  const content = [call("1", "add", { a: 1, b: 2 }), call("2", "sub", {}), call("3", "add", { a: 1, b: 0 })];
  const { messages } = await executeToolCalls({ tools: [tool] }, { content }, {}, undefined, ({ type }) => {
    events.push(type);
  });
  const got = JSON.stringify([messages.map((message) => message.content[0].text), events.length]);
  const wanted = '[["3","Tool sub not found","nothing to add"],12]';
  if (got !== wanted) throw new Error(`${got} instead of ${wanted}`);
  return "batch ran";
};
