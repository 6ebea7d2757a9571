// One worker after the other is ended with thousands of calls in flight; prints the memory after the first ones and at the
// end.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const CALLS = 10_000;
const [FIRST, ALL] = [10, 40];

async function residentAfter(count, packageUrl) {
  for (let left = count; left > 0; left--) {
    const worker = new Worker(new URL(import.meta.url), { workerData: packageUrl });
    await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    await worker.terminate();
  }
  return process.memoryUsage.rss();
}

async function keepCallsInFlight(packageUrl) {
  const { executeToolCalls } = await import(packageUrl);
  let begun = 0;
  function execute() {
    begun++;
    if (begun === CALLS) parentPort.postMessage("all begun");
    return new Promise(() => {});
  }
  const content = Array.from({ length: CALLS }, (_, n) => ({
    type: "toolCall",
    id: `id${n}`,
    name: "t",
    arguments: {},
  }));
  const tools = [{ name: "t", parameters: {}, execute }];
  executeToolCalls({ tools }, { content }, {}, undefined, () => undefined);
  setInterval(() => {}, 1000);
}

if (isMainThread) {
  const first = await residentAfter(FIRST, process.argv[2]);
  const last = await residentAfter(ALL - FIRST, process.argv[2]);
  console.log(JSON.stringify({ first, last }));
} else {
  await keepCallsInFlight(workerData);
}
