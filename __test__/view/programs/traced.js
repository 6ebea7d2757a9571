// Runs batches to be traced. The argument says how it ends: `normally`, `by exit`, `never` (a tool hangs); or what else it
// does: `in a worker`, `in a child`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { executeToolCalls } from "../../../index.js";

const [, file, how] = process.argv;
const later = () => new Promise((resolve) => setImmediate(resolve));
const result = { content: [], details: {} };
const parameters = { type: "object", properties: { a: { type: "integer" } } };
const tools = [
  { name: "good", parameters, execute: () => later().then(() => result) },
  { name: "bad", parameters, execute: () => Promise.reject(new Error("no")) },
  { name: "hangs", parameters, execute: () => new Promise(() => setInterval(() => {}, 1e6)) },
];

/** @param {string} toolExecution @param {...string} names */
function run(toolExecution, ...names) {
  const content = names.map((name, n) => ({ type: "toolCall", id: `id ${n}`, name, arguments: { a: n } }));
  const config = { toolExecution, beforeToolCall: later, afterToolCall: later };
  return executeToolCalls({ tools }, { content }, config, undefined, () => {});
}

await Promise.all([run("parallel", "good", "bad", "nothing", "good"), run("parallel", "good", "good")]);
await run("sequential", "good", "bad");
if (how === "never") await run("parallel", "good", "hangs");
if (how === "in a worker") await new Promise((resolve) => new Worker(file, { argv: ["by exit"] }).on("exit", resolve));
if (how === "in a child") execFileSync(process.execPath, [fileURLToPath(import.meta.url), "normally"]);
if (how === "by exit") process.exit();
