// The program in `examples/` prints the same with the addon and without it.
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { nodes, output } from "../register/runtime.js";

vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL("../../examples/embedded-agent.ts", import.meta.url));
const counters = new URL("./counters.mjs", import.meta.url).href;

describe.each(nodes())("an embedded agent under $name", ({ path: node }) => {
  it("steers, follows up, waits for its listeners and aborts as without the addon", async () => {
    const without = await output(node, ["--import", "tsx", program]);
    const preload = ["--import", "pi-toolcalls/register", "--import", counters, "--import", "tsx"];
    const with_ = await output(node, [...preload, program], { PI_TOOLCALLS: "require", COUNTED: "/dev/stderr" });
    expect(without).toMatchObject({ code: 0, stderr: "" });
    expect(with_.code).toBe(0);
    expect(with_.stdout).toBe(without.stdout);
    expect(JSON.parse(with_.stderr).copies).toMatchObject([{ version: "0.73.1", batches: 3 }]);
    // What was compared is what was meant to happen.
    for (const line of [
      'forecast fails with {"content":[{"type":"text","text":"Nobody lives there"}],"details":{}}',
      'user: "Only Vienna, please"',
      'user: "And wait for ever"',
      'forever fails with {"content":[{"type":"text","text":"Stopped waiting"}],"details":{}}',
    ]) {
      expect(with_.stdout.split("\n")).toContain(line);
    }
  });
});
