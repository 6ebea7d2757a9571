// The program in `examples/` prints the same with the addon and without it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { nodes, output } from "../register/runtime.js";

vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL("../../examples/embedded-agent.ts", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "pi-toolcalls-embedded-"));
const counted = join(scratch, "counted.json");
const counters = new URL("./counters.mjs", import.meta.url).href;

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(nodes())("an embedded agent under $name", ({ path: node }) => {
  it("steers, follows up, waits for its listeners and aborts as without the addon", async () => {
    const without = await output(node, ["--import", "tsx", program]);
    const preload = ["--import", "pi-toolcalls/register", "--import", counters, "--import", "tsx"];
    const with_ = await output(node, [...preload, program], { PI_TOOLCALLS: "require", COUNTED: counted });
    expect(without).toMatchObject({ code: 0, stderr: "" });
    expect(with_).toMatchObject({ code: 0, stderr: "" });
    expect(with_.stdout).toBe(without.stdout);
    expect(JSON.parse(readFileSync(counted, "utf8")).copies).toMatchObject([{ version: "0.73.1", batches: 4 }]);
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
