// An agent whose model is pi-ai's faux one: one turn with a parallel batch of two calls, and one that ends it. Gives what
// the tools returned.
import { Agent } from "@mariozechner/pi-agent-core";
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider, Type } from "@mariozechner/pi-ai";

const add = {
  name: "add",
  label: "add",
  description: "Adds two numbers",
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
  execute: async (_id, { a, b }) => ({ content: [{ type: "text", text: String(a + b) }], details: {} }),
};

export async function run() {
  const faux = registerFauxProvider();
  const calls = [fauxToolCall("add", { a: 1, b: 2 }), fauxToolCall("add", { a: 3, b: 4 })];
  faux.setResponses([fauxAssistantMessage(calls, { stopReason: "toolUse" }), fauxAssistantMessage("done")]);
  const agent = new Agent({ initialState: { systemPrompt: "", model: faux.getModel(), tools: [add] } });
  await agent.prompt("go");
  return agent.state.messages.filter(({ role }) => role === "toolResult").map(({ content }) => content[0].text);
}
