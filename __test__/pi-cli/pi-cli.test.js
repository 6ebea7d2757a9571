// pi's command-line agent 0.73.1 does a task with the addon and without it. Nobody can tell the runs apart.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { nodes } from "../register/runtime.js";
import { normalise } from "./normalise.js";
import { runPi } from "./pi.js";
import { conversation } from "./rpc.js";
import { batches, prompt, script } from "./task.js";

vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), "pi-toolcalls-cli-"));

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * Runs pi without the addon and with it, and compares all that can be seen of the two.
 * @param {Omit<Parameters<typeof runPi>[0], "scratch" | "addon">} options
 * @param {number} expected how many batches the addon has to have run
 */
async function expectTheSame(options, expected) {
  const without = await runPi({ ...options, scratch, addon: false });
  const with_ = await runPi({ ...options, scratch, addon: true });
  expect(without).toMatchObject({ code: 0, stderr: "", activity: undefined });
  expect(with_).toMatchObject({ code: 0, stderr: "" });
  expect(with_.activity).toMatchObject({ active: true, copies: [{ version: "0.73.1", batches: expected }] });
  expect(normalise(with_.session)).toEqual(normalise(without.session));
  expect(with_.files).toEqual(without.files);
  expect(with_.requests).toEqual(without.requests);
  return { without, with_ };
}

/** @param {string} session */
const toolResults = (session) =>
  normalise(session)
    .map((line) => JSON.parse(line).message)
    .filter((message) => message?.role === "toolResult");

describe.each(nodes())("pi 0.73.1 under $name", ({ path: node }) => {
  it("does the task in print mode", async () => {
    const { without, with_ } = await expectTheSame({ node, script, args: ["-p", prompt] }, batches);
    expect(with_.stdout).toBe(without.stdout);
    expect(with_.stdout).toBe("All is in order.\n");
    // What was compared is what was meant to happen.
    const results = toolResults(with_.session);
    expect(results).toHaveLength(script.reduce((sum, { calls }) => sum + (calls?.length ?? 0), 0));
    expect(with_.files["/notes.txt"]).toBe("alpha\nBETA\ngamma\ndelta\n");
    expect(with_.files["/deep/list.txt"]).toBe("one\ntwo \u2028 \u{1f600}\n");
    const texts = results.map(({ content }) => content.map((/** @type {any} */ { text }) => text).join("|"));
    expect(texts).toContain("Tool teleport not found");
    expect(texts).toContain("Not in this folder");
    expect(texts).toContain("297|(checked)");
    expect(texts.filter((text) => text.startsWith("Validation failed for tool"))).toHaveLength(2);
  });

  it("streams the same events in JSON mode", async () => {
    const { without, with_ } = await expectTheSame({ node, script, args: ["--mode", "json", prompt] }, batches);
    expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
  });

  it("does the task in RPC mode, with steering and a message that follows up", async () => {
    const longer = [
      ...script.map(withGate),
      { calls: /** @type {any} */ ([["read", { path: "notes.txt" }]]) },
      { text: "Done again." },
    ];
    // pi answers while it waits at a gate, and passes the gate once it has answered: there is one order of its lines.
    const drive = conversation({ id: "1", type: "prompt", message: prompt }, [
      { when: isEndOf("call_2_1"), send: { id: "2", type: "steer", message: "Keep it short" } },
      { when: isAnswerTo("2"), release: () => openGate(2) },
      { when: isEndOf("call_4_0"), send: { id: "3", type: "follow_up", message: "And once more" } },
      { when: isAnswerTo("3"), release: () => openGate(4) },
      { when: ({ type }) => type === "agent_end", send: { id: "4", type: "get_last_assistant_text" } },
      { when: isAnswerTo("4") },
    ]);
    const options = { node, script: longer, args: ["--mode", "rpc"], drive };
    const { without, with_ } = await expectTheSame(options, batches + 1);
    expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
    expect(with_.stdout).toContain("Done again.");
  });

  it("aborts in RPC mode while two commands run", async () => {
    const commands = {
      calls: /** @type {any} */ ([
        ["bash", { command: "sleep 60" }],
        ["read", { path: "notes.txt" }],
      ]),
    };
    const drive = conversation({ id: "1", type: "prompt", message: prompt }, [
      { when: isEndOf("call_1_1"), send: { id: "2", type: "abort" } },
      { when: isAnswerTo("2") },
    ]);
    const { without, with_ } = await expectTheSame({ node, script: [commands], args: ["--mode", "rpc"], drive }, 1);
    expect(normalise(with_.stdout)).toEqual(normalise(without.stdout));
    expect(toolResults(with_.session).map(({ isError }) => isError)).toEqual([true, false]);
  });
});

/**
 * The second and the fourth turn with a command more, which waits until the gate of that turn is open.
 * @param {(typeof script)[number]} turn @param {number} index
 */
function withGate(turn, index) {
  const number = index + 1;
  if (turn.calls === undefined || (number !== 2 && number !== 4)) return turn;
  const command = `until [ -e ${gateOf(number)} ]; do sleep 0.02; done`;
  return { ...turn, calls: [...turn.calls, /** @type {[string, object]} */ (["bash", { command }])] };
}

/** @param {number} turn */
function gateOf(turn) {
  return `gate-${turn}`;
}

/** @param {number} turn */
function openGate(turn) {
  writeFileSync(join(scratch, "folder", gateOf(turn)), "");
}

/** @param {string} id of a command */
function isAnswerTo(id) {
  return (/** @type {any} */ line) => line.type === "response" && line.id === id;
}

/** @param {string} id of a call */
function isEndOf(id) {
  return (/** @type {any} */ event) => event.type === "tool_execution_end" && event.toolCallId === id;
}
