// A program with an agent of its own: tools, listeners that take their time, a message that steers, one that follows up,
// a hook that blocks, and an abort. Nothing in it knows of pi-toolcalls. One option more on the command line, and its tool
// batches run through the addon:
//
//   node --import pi-toolcalls/register --import tsx examples/embedded-agent.ts

import { setTimeout as delay } from "node:timers/promises";
import { Agent, type AgentEvent, type AgentTool } from "@mariozechner/pi-agent-core";
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider, Type } from "@mariozechner/pi-ai";
import { createReadTool } from "@mariozechner/pi-coding-agent";

// The model is pi-ai's faux one, which says what it is told to. Put a real one in its place.
const faux = registerFauxProvider();

const measurement = Type.Object({ city: Type.String(), days: Type.Optional(Type.Integer({ minimum: 1 })) });

const forecast: AgentTool<typeof measurement, { days: number }> = {
  name: "forecast",
  label: "Forecast",
  description: "Tells the weather of the coming days",
  parameters: measurement,
  async execute(_id, { city, days = 1 }, signal, onUpdate) {
    for (let day = 1; day <= days; day++) {
      await delay(40, undefined, { signal });
      onUpdate?.({ content: [{ type: "text", text: `day ${day}` }], details: { days: day } });
    }
    return { content: [{ type: "text", text: `${city}: sun` }], details: { days } };
  },
};

const nothing = Type.Object({});

const forever: AgentTool<typeof nothing> = {
  name: "forever",
  label: "Forever",
  description: "Waits until it is aborted",
  parameters: nothing,
  async execute(_id, _args, signal) {
    await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("Stopped waiting"))));
    return { content: [], details: {} };
  },
};

const agent = new Agent({
  initialState: {
    systemPrompt: "You are brief.",
    model: faux.getModel(),
    tools: [forecast, forever, createReadTool(import.meta.dirname)],
  },
  beforeToolCall: async ({ args }) => {
    const { city } = args as { city?: string };
    return city === "Atlantis" ? { block: true, reason: "Nobody lives there" } : undefined;
  },
  afterToolCall: async ({ toolCall, isError }) => (isError ? undefined : { details: { asked: toolCall.arguments } }),
});

/** What a person wants to see of an event. */
function describe(event: AgentEvent): string | undefined {
  switch (event.type) {
    case "tool_execution_start":
      return `${event.toolName} begins with ${JSON.stringify(event.args)}`;
    case "tool_execution_update":
      return `${event.toolName} is at ${event.partialResult.content[0].text}`;
    case "tool_execution_end":
      return `${event.toolName} ${event.isError ? "fails" : "ends"} with ${JSON.stringify(event.result)}`;
    case "message_end":
      return event.message.role === "toolResult" || event.message.role === "user"
        ? `${event.message.role}: ${JSON.stringify(event.message.content)}`
        : undefined;
    default:
      return event.type === "message_update" || event.type === "message_start" ? undefined : event.type;
  }
}

// The loop waits for this listener, as it may write to a database.
agent.subscribe(async (event) => {
  const line = describe(event);
  if (line !== undefined) {
    await delay(3);
    console.log(line);
  }
});

// A user who speaks while the tools run, and who loses patience. Both go by what the tools tell, not by the clock, and no
// two tools tell something at once: so the program prints the same wherever it is held up.
agent.subscribe((event) => {
  if (event.type === "tool_execution_update" && event.partialResult.details.days === 2) {
    agent.steer({ role: "user", content: "Only Vienna, please", timestamp: Date.now() });
    agent.followUp({ role: "user", content: "And wait for ever", timestamp: Date.now() });
  }
  if (event.type === "tool_execution_end" && event.result.details.asked?.city === "Linz") agent.abort();
});

faux.setResponses([
  fauxAssistantMessage(fauxToolCall("read", { path: "embedded-agent.ts", limit: 1 }), { stopReason: "toolUse" }),
  fauxAssistantMessage(
    [
      fauxToolCall("forecast", { city: "Vienna", days: "3" }),
      fauxToolCall("forecast", { city: "Atlantis" }),
      fauxToolCall("forecast", { city: "Graz", days: 0 }),
      fauxToolCall("umbrella", {}),
    ],
    { stopReason: "toolUse" },
  ),
  fauxAssistantMessage(fauxToolCall("forecast", { city: "Vienna" }), { stopReason: "toolUse" }),
  fauxAssistantMessage("Sun in Vienna."),
  fauxAssistantMessage([fauxToolCall("forever", {}), fauxToolCall("forecast", { city: "Linz" })], {
    stopReason: "toolUse",
  }),
]);

await agent.prompt("How will the weather be?");
console.log(`${agent.state.messages.length} messages, the last one: ${agent.state.messages.at(-1)?.role}`);
