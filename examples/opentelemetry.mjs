// Tool calls as OpenTelemetry spans, by the semantic conventions for generative AI: `node examples/opentelemetry.mjs`.
//
// The package knows nothing of OpenTelemetry: it tells its tracing channel what happens, and this turns that into spans.

import { tracingChannel } from "node:diagnostics_channel";
import { SpanStatusCode } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { executeToolCalls } from "pi-toolcalls";

/** @typedef {import("pi-toolcalls").ToolCallTrace} ToolCallTrace */

/**
 * Makes a span of each tool call from now on.
 * @param {import("@opentelemetry/api").Tracer} tracer
 * @returns {() => void} stops it
 */
export function traceToolCalls(tracer) {
  /** @type {WeakMap<ToolCallTrace, import("@opentelemetry/api").Span>} */
  const spans = new WeakMap();
  const handlers = {
    /** @param {any} call */
    start(call) {
      // A child of the span in which the batch was started.
      const span = tracer.startSpan(`execute_tool ${call.toolName}`, {
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": call.toolName,
          "gen_ai.tool.call.id": call.toolCallId,
          "gen_ai.tool.type": "function",
        },
      });
      spans.set(call, span);
    },
    /** @param {any} call */
    error(call) {
      const { error, status } = call;
      const thrown = status === "error" && error instanceof Error;
      const message = error instanceof Error ? error.message : String(error);
      spans.get(call)?.setAttribute("error.type", thrown ? error.name : status);
      spans.get(call)?.setStatus({ code: SpanStatusCode.ERROR, message });
    },
    /** @param {any} call */
    asyncEnd(call) {
      const { queued, validating, hooks, executing } = call.milliseconds;
      spans.get(call)?.setAttributes({
        "pi_toolcalls.status": call.status,
        "pi_toolcalls.queued_ms": queued,
        "pi_toolcalls.validating_ms": validating,
        "pi_toolcalls.hooks_ms": hooks,
        "pi_toolcalls.executing_ms": executing,
      });
      spans.get(call)?.end();
    },
  };
  const channel = tracingChannel("pi-toolcalls:tool");
  channel.subscribe(/** @type {any} */ (handlers));
  return () => void channel.unsubscribe(/** @type {any} */ (handlers));
}

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
traceToolCalls(provider.getTracer("pi-toolcalls"));

const weather = {
  name: "weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  /** @param {string} _id @param {{ city: string }} args */
  async execute(_id, { city }) {
    if (city === "Atlantis") throw new RangeError("Atlantis is not on the map");
    return { content: [{ type: /** @type {const} */ ("text"), text: `${city}: sunny` }], details: undefined };
  },
};
const calls = [{ city: "Vienna" }, { city: "Atlantis" }, {}].map((args, n) => ({
  type: "toolCall",
  id: `call-${n}`,
  name: "weather",
  arguments: args,
}));
await executeToolCalls({ tools: [weather] }, { content: calls }, {}, undefined, () => {});

for (const { name, attributes, status } of exporter.getFinishedSpans()) {
  console.log(JSON.stringify({ name, attributes, status }));
}
