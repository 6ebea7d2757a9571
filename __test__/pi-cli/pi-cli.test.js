// pi's command-line agent 0.73.1 does a task with the addon and without it. Nobody can tell the runs apart.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { nodes } from "../register/runtime.js";
import * as aborting from "./aborting.js";
import { library as command } from "./commands.js";
import { expectTheSame, textOf, toolResults } from "./compare.js";
import { normalise } from "./normalise.js";
import { steered } from "./steering.js";
import { batches, prompt, script } from "./task.js";

vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), "pi-toolcalls-cli-"));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(nodes())("pi 0.73.1 under $name", ({ path: node }) => {
  const here = { command, node, scratch };

  it("does the task in print mode", async () => {
    const { without, with_ } = await expectTheSame({ ...here, script, args: ["-p", prompt] }, { batches });
    expect(with_.stdout).toBe(without.stdout);
    expect(with_.stdout).toBe("All is in order.\n");
    // What was compared is what was meant to happen.
    const results = toolResults(with_.session);
    expect(results).toHaveLength(script.reduce((sum, { calls }) => sum + (calls?.length ?? 0), 0));
    expect(with_.files["/notes.txt"]).toBe("alpha\nBETA\ngamma\ndelta\n");
    expect(with_.files["/deep/list.txt"]).toBe("one\ntwo \u2028 \u{1f600}\n");
    const texts = results.map(textOf);
    expect(texts).toContain("Tool teleport not found");
    expect(texts).toContain("Not in this folder");
    expect(texts).toContain("297|(checked)");
    expect(texts.filter((text) => text.startsWith("Validation failed for tool"))).toHaveLength(2);
  });

  it("streams the same events in JSON mode", async () => {
    const { without, with_ } = await expectTheSame({ ...here, script, args: ["--mode", "json", prompt] }, { batches });
    expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
  });

  it("does the task in RPC mode, with steering and a message that follows up", async () => {
    const { batches, last, ...options } = steered(scratch);
    const { without, with_ } = await expectTheSame({ ...here, ...options }, { batches });
    expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
    expect(with_.stdout).toContain(last);
  });

  it("aborts in RPC mode while two commands run", async () => {
    const { batches, ...options } = aborting;
    const { without, with_ } = await expectTheSame({ ...here, ...options }, { batches });
    expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
    expect(toolResults(with_.session).map(({ isError }) => isError)).toEqual([true, false]);
  });
});
