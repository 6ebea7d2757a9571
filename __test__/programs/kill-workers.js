/** Kills a worker with batches in flight, again and again, and says in the end that it is alive and its own batches run. */
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";

const [, , packageUrl, times] = process.argv;
const { executeToolCalls, createToolExecutor } = await import(packageUrl);
const queued = createToolExecutor({ dispatch: "queued" }).executeToolCalls;

async function killOne(nth) {
  const worker = new Worker(new URL("./batches-in-flight.js", import.meta.url), { workerData: { packageUrl } });
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  // Each at another moment of its work.
  for (let n = 0; n < nth % 5; n++) await turn();
  await worker.terminate();
}

async function ownBatch(execute) {
  const tools = [
    { name: "t", parameters: { type: "object" }, execute: async () => ({ content: [{ type: "text", text: "fine" }] }) },
  ];
  const content = [{ type: "toolCall", id: "1", name: "t", arguments: {} }];
  const { messages } = await execute({ tools }, { content }, {}, undefined, () => undefined);
  return messages[0].content[0].text;
}

for (let n = 0; n < Number(times); n++) await killOne(n);
console.log(`killed ${times}; inline ${await ownBatch(executeToolCalls)}, queued ${await ownBatch(queued)}`);
