// The pi commands that come as a bundle do a task with the addon and without it. Nobody can tell the runs apart.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import * as aborting from "./aborting.js";
import { bundled, runtimesFor } from "./commands.js";
import { expectTheSame, textOf, toolResults } from "./compare.js";
import * as nested from "./nested.js";
import { normalise } from "./normalise.js";
import { conversation, isAnswerTo } from "./rpc.js";
import { steered } from "./steering.js";
import * as task from "./task.js";

vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), "pi-toolcalls-bundled-"));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each([
  { version: "0.84.3", callsTools: false },
  { version: "1.6.0", callsTools: true },
])("pi $version", ({ version, callsTools }) => {
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

    it("aborts in RPC mode while a command runs", async () => {
      const { batches, ...options } = aborting;
      const { without, with_ } = await expectTheSame({ ...here, ...options }, { batches });
      expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
      expect(toolResults(with_.session).map(({ isError }) => isError)).toEqual([true, false]);
    });

    if (!callsTools) return;

    const print = { args: ["-p", task.prompt] };
    const rpc = {
      args: ["--mode", "rpc"],
      drive: conversation({ id: "1", type: "prompt", message: task.prompt }, [
        { when: ({ type }) => type === "agent_end", send: { id: "2", type: "get_last_assistant_text" } },
        { when: isAnswerTo("2") },
      ]),
    };

    it.each([
      ["print", print],
      ["RPC", rpc],
    ])("runs the calls that tools make of other tools, in %s mode", async (mode, how) => {
      const { script, batches, calls, extensions, builtins } = nested;
      const options = { ...here, ...how, script, extensions, builtins };
      const { without, with_ } = await expectTheSame(options, { batches, calls });
      if (mode === "print") expect(with_.stdout).toBe(without.stdout);
      else expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
      expect(with_.stdout).toContain("All were asked.");
      // What was compared is what was meant to happen.
      const [survey, codemode] = toolResults(with_.session);
      expect(JSON.parse(textOf(survey))).toMatchObject([
        { name: "read", isError: false },
        { name: "checksum", isError: false, text: "1902|(checked)", details: { seen: { kind: "string", rounds: 2 } } },
        { name: "bash", isError: true, text: "Not in this folder" },
        { name: "read", isError: true, text: expect.stringMatching(/^Validation failed for tool "read"/) },
        { name: "teleport", isError: true, text: "Tool teleport not found" },
        { name: "bash", isError: true, text: expect.stringMatching(/Command exited with code 3$/) },
      ]);
      expect(survey.nestedCalls.calls).toHaveLength(6);
      expect(textOf(codemode)).toMatch(/^Script completed\n/);
      expect(codemode.nestedCalls.calls.map((/** @type {any} */ { status }) => status)).toEqual(
        ["ok", "ok", "error", "ok"], // the arguments of the third are refused
      );
    });

    it("aborts in RPC mode while a call of a tool's own runs", async () => {
      const { batches, calls, ...options } = nested.aborting;
      const { without, with_ } = await expectTheSame({ ...here, ...options }, { batches, calls });
      expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
      const [delegate] = toolResults(with_.session);
      expect(delegate.nestedCalls.calls).toMatchObject([{ id: "call_1_0/1", status: "error" }]);
    });
  });
});
