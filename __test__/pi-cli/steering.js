// The task in RPC mode, with a message that steers and one that follows up. pi answers while it waits at a gate, and passes
// the gate once it has answered: there is one order of its lines.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { conversation, isAnswerTo, isEndOf } from "./rpc.js";
import { batches, prompt, script } from "./task.js";

/**
 * @param {string} scratch
 * @returns {{ script: import("./model-server.js").Turn[], args: string[], drive: ReturnType<typeof conversation>,
 *   batches: number, last: string }} `last` is what pi answers at the end
 */
export function steered(scratch) {
  const last = "Done again.";
  return {
    script: [...script.map(withGate), { calls: [["read", { path: "notes.txt" }]] }, { text: last }],
    args: ["--mode", "rpc"],
    drive: conversation({ id: "1", type: "prompt", message: prompt }, [
      { when: isEndOf("call_2_1"), send: { id: "2", type: "steer", message: "Keep it short" } },
      { when: isAnswerTo("2"), release: () => openGate(scratch, 2) },
      { when: isEndOf("call_4_0"), send: { id: "3", type: "follow_up", message: "And once more" } },
      { when: isAnswerTo("3"), release: () => openGate(scratch, 4) },
      { when: ({ type }) => type === "agent_end", send: { id: "4", type: "get_last_assistant_text" } },
      { when: isAnswerTo("4") },
    ]),
    batches: batches + 1,
    last,
  };
}

/**
 * The second and the fourth turn with a command more, which waits until the gate of that turn is open.
 * @param {import("./model-server.js").Turn} turn @param {number} index
 * @returns {import("./model-server.js").Turn}
 */
function withGate(turn, index) {
  const number = index + 1;
  if (turn.calls === undefined || (number !== 2 && number !== 4)) return turn;
  const command = `until [ -e ${gateOf(number)} ]; do sleep 0.02; done`;
  return { ...turn, calls: [...turn.calls, ["bash", { command }]] };
}

/** @param {number} turn */
function gateOf(turn) {
  return `gate-${turn}`;
}

/** @param {string} scratch @param {number} turn */
function openGate(scratch, turn) {
  writeFileSync(join(scratch, "folder", gateOf(turn)), "");
}
