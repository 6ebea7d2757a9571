/** A worker that has batches of every kind in flight, for ever, until it is killed. */
import { parentPort, workerData } from "node:worker_threads";

const { executeToolCalls, createToolExecutor } = await import(workerData.packageUrl);
const queued = createToolExecutor({ dispatch: "queued" }).executeToolCalls;

const tools = [
  { name: "stuck", parameters: { type: "object" }, execute: () => new Promise(() => {}) },
  {
    name: "busy",
    parameters: { type: "object" },
    execute: () => new Promise((resolve) => setImmediate(resolve, { content: [] })),
  },
  { name: "instant", parameters: { type: "object" }, execute: () => ({ content: [] }) },
];
const message = (...names) => ({
  content: names.map((name, n) => ({ type: "toolCall", id: `${n}`, name, arguments: { n } })),
});

async function forEver(execute) {
  for (;;) await execute({ tools }, message("busy", "instant", "unknown", "busy"), {}, undefined, () => undefined);
}

for (const execute of [executeToolCalls, queued]) {
  execute({ tools }, message("stuck", "busy", "stuck"), {}, undefined, () => undefined);
  execute({ tools }, message("instant", "stuck"), { toolExecution: "sequential" }, undefined, async () => undefined);
  execute({ tools }, message("instant"), {}, undefined, () => new Promise(() => {}));
  forEver(execute);
}
parentPort.postMessage("in flight");
