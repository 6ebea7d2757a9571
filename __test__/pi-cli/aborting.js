// A run in RPC mode that is aborted while a command runs and the other call of its batch has ended.
import { conversation, isAnswerTo, isEndOf } from "./rpc.js";
import { prompt } from "./task.js";

/** @type {import("./model-server.js").Turn[]} */
export const script = [
  {
    calls: [
      ["bash", { command: "sleep 60" }],
      ["read", { path: "notes.txt" }],
    ],
  },
];

export const args = ["--mode", "rpc"];

export const drive = conversation({ id: "1", type: "prompt", message: prompt }, [
  { when: isEndOf("call_1_1"), send: { id: "2", type: "abort" } },
  { when: isAnswerTo("2") },
]);

export const batches = 1;
