// The pi commands that come as a bundle do a task with the addon and without it. Nobody can tell the runs apart.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { bundled, runtimesFor } from "./commands.js";
import { expectTheSame, textOf, toolResults } from "./compare.js";
import * as nested from "./nested.js";
import { normalise } from "./normalise.js";
import { steered } from "./steering.js";
import * as task from "./task.js";

vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), "pi-toolcalls-bundled-"));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(["0.84.3", "1.6.0"])("pi %s", (version) => {
  const command = bundled(version);
  const { runtimes, missing } = runtimesFor(command);
  if (missing !== undefined) {
    it.skip(`does its tasks (${missing})`, () => {});
    return;
  }

  describe.each(runtimes)("under $name", ({ path: node }) => {
    const here = { command, node, scratch };

    it("does the task in print mode", async () => {
      const { script, batches, prompt } = task;
      const { without, with_ } = await expectTheSame({ ...here, script, args: ["-p", prompt] }, { batches });
      expect(with_.stdout).toBe(without.stdout);
      expect(with_.stdout).toBe("All is in order.\n");
      // What was compared is what was meant to happen.
      const texts = toolResults(with_.session).map(textOf);
      expect(texts).toHaveLength(script.reduce((sum, { calls }) => sum + (calls?.length ?? 0), 0));
      expect(texts).toContain("Tool teleport not found");
      expect(texts).toContain("Not in this folder");
      expect(texts).toContain("297|(checked)");
      expect(texts.filter((text) => text.startsWith("Validation failed for tool"))).toHaveLength(2);
    });

    it("does the task in RPC mode, with steering and a message that follows up", async () => {
      const { batches, last, ...options } = steered(scratch);
      const { without, with_ } = await expectTheSame({ ...here, ...options }, { batches });
      expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
      expect(with_.stdout).toContain(last);
    });

    it.runIf(version === "1.6.0")("runs the calls that tools make of other tools", async () => {
      const { script, batches, calls, extensions } = nested;
      const options = { ...here, script, extensions, builtins: ["codemode"], args: ["--mode", "json", task.prompt] };
      const { without, with_ } = await expectTheSame(options, { batches, calls });
      expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
      const results = toolResults(with_.session);
      console.log(JSON.stringify(results, null, 1));
    });
  });
});
