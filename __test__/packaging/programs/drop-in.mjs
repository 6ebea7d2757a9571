// An agent of pi's own that runs its batch through the addon.
import { Agent } from "@mariozechner/pi-agent-core";
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider, Type } from "@mariozechner/pi-ai";
import { activity } from "pi-toolcalls/register";

const faux = registerFauxProvider();
faux.setResponses([
  fauxAssistantMessage(fauxToolCall("add", { a: 1, b: 2 }), { stopReason: "toolUse" }),
  fauxAssistantMessage("done"),
]);
const parameters = Type.Object({ a: Type.Number(), b: Type.Number() });
const execute = async (_id, { a, b }) => ({ content: [{ type: "text", text: String(a + b) }], details: {} });
const tools = [{ name: "add", label: "add", description: "", parameters, execute }];
const agent = new Agent({ initialState: { systemPrompt: "", model: faux.getModel(), tools } });
await agent.prompt("go");
const [{ batches }] = activity().copies;
const [text] = agent.state.messages.filter(({ role }) => role === "toolResult").map(({ content }) => content[0].text);
console.log(batches === 1 && text === "3" ? "batch ran" : JSON.stringify(activity()));
