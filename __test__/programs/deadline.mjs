// A batch with a time limit, and nothing else that keeps the process alive. `worker`: the same in workers that are ended.
import { Worker } from "node:worker_threads";
import { createToolExecutor } from "../../index.js";

const [kind, timeout] = process.argv.slice(2);

const tools = [
  { name: "hang", parameters: { type: "object" }, execute: () => new Promise(() => {}) },
  {
    name: "fast",
    parameters: { type: "object" },
    execute: async () => ({ content: [{ type: "text", text: "fast" }], details: {} }),
  },
];

async function runBatch(name) {
  const { executeToolCalls } = createToolExecutor({ timeoutMs: Number(timeout), abortGraceMs: 10 });
  const content = [{ type: "toolCall", id: "0", name, arguments: {} }];
  const { messages } = await executeToolCalls({ tools }, { content }, {}, undefined, () => {});
  console.log(messages[0].content[0].text);
}

const IN_A_WORKER = `
import("${import.meta.url.replace("programs/deadline.mjs", "options/batch.js")}").then(({ run, tool, callsOf, never }) => {
  run({ timeoutMs: 40 }, { tools: [tool("hang", never)], calls: callsOf("hang") });
  require("node:worker_threads").parentPort.postMessage("begun");
  setInterval(() => {}, 1000);
});
`;

async function endWorkers(count) {
  for (let n = 0; n < count; n++) {
    const worker = new Worker(IN_A_WORKER, { eval: true });
    await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    await worker.terminate();
  }
  // Longer than the deadlines that the workers left behind.
  await new Promise((resolve) => setTimeout(resolve, 80));
  console.log(`${count} workers ended`);
}

if (kind === "worker") await endWorkers(20);
else await runBatch(kind);
