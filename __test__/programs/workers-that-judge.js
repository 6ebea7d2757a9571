/** Ends workers while large arguments of theirs are judged, first where no other thread has the addon, then beside a batch. */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { CHANGED, microtasks, times } from "../play/large.js";

const TIMES = 10;

function runBatch({ executeToolCalls }, execute) {
  const tools = [{ name: "t", parameters: CHANGED.parameters, execute }];
  const content = [{ type: "toolCall", id: "1", name: "t", arguments: CHANGED.args }];
  return executeToolCalls({ tools }, { content }, {}, undefined, () => {});
}

async function endWorkers(packageUrl) {
  for (let left = TIMES; left > 0; left--) {
    const worker = new Worker(new URL(import.meta.url), { workerData: packageUrl });
    await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    await worker.terminate();
  }
}

if (isMainThread) {
  const [, , packageUrl] = process.argv;
  await endWorkers(packageUrl);
  const product = await import(packageUrl);
  const said = [];
  const own = runBatch(product, () => {
    said.push("inline fine");
    return { content: [], details: {} };
  });
  await endWorkers(packageUrl);
  await own;
  console.log(`${TIMES} ended alone, ${TIMES} beside a batch; ${said}`);
} else {
  const product = await import(workerData);
  times(5, () => runBatch(product, () => ({ content: [], details: {} })));
  await microtasks();
  parentPort.postMessage("judging");
  setInterval(() => {}, 1000);
}
