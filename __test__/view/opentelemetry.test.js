/** The example that makes OpenTelemetry spans of tool calls. */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { output } from "../register/runtime.js";

const program = fileURLToPath(new URL("../../examples/opentelemetry.mjs", import.meta.url));

it("tool calls become execute_tool spans with the names of the semantic conventions", { timeout: 30_000 }, async () => {
  const { code, stdout, stderr } = await output(process.execPath, [program]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const spans = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const byId = Object.fromEntries(spans.map((span) => [span.attributes["gen_ai.tool.call.id"], span]));
  const common = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "weather",
    "gen_ai.tool.type": "function",
  };
  expect(byId).toMatchObject({
    "call-0": {
      name: "execute_tool weather",
      attributes: { ...common, "pi_toolcalls.status": "ok" },
      status: { code: 0 },
    },
    "call-1": {
      attributes: { ...common, "error.type": "RangeError" },
      status: { code: 2, message: "Atlantis is not on the map" },
    },
    "call-2": { attributes: { ...common, "error.type": "invalid" }, status: { code: 2 } },
  });
  expect(spans).toHaveLength(3);
  expect(byId["call-0"].attributes).not.toHaveProperty("error.type");
  expect(byId["call-1"].attributes["pi_toolcalls.executing_ms"]).toBeGreaterThan(0);
});
