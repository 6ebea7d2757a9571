import { isMainThread, Worker } from "node:worker_threads";

if (isMainThread) {
  new Worker(new URL(import.meta.url)).on("error", (error) => {
    throw error;
  });
} else {
  await import("./esm.mjs");
}
