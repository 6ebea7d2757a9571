// A pi agent with pi's own tools, its batches run by the addon: `npm run demo`.
//
// The agent is real, and so are the tools and the files they work on (a copy of this repository in a temporary folder).
// The model alone is a script: pi-ai's faux provider, which asks for the calls below.

import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pc from "picocolors";
import { drawTimeline } from "../cli/timeline/terminal.js";
import { eventPrinter } from "./event-printer.mjs";
import { Stopwatch } from "./stopwatch.mjs";
import { ran } from "./through-addon.mjs";
import { copyOfRepository, onPath } from "./workplace.mjs";

console.log("Loading pi's agent and tools …");
// pi would download search programs that are missing.
process.env.PI_OFFLINE = "1";
// After `through-addon.mjs`, so that its hook is in place.
const { Agent } = await import("@mariozechner/pi-agent-core");
const { fauxAssistantMessage, fauxText, fauxToolCall, registerFauxProvider } = await import("@mariozechner/pi-ai");
const pi = await import("@mariozechner/pi-coding-agent");

/** The before hook takes this long, so that one can see the calls being prepared one after the other. */
const HOOK_MS = 15;
/** Calls that are to fail: the text is not there, an argument is missing, the command ends with 3. */
const FAILING = ["edit-absent", "read-nothing", "bash-exit-3"];

const terminal = {
  width: process.stdout.columns || 80,
  colours: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR,
};
const paint = pc.createColors(terminal.colours);

/** @param {string} id its first word is the tool @param {Record<string, unknown>} args */
const call = (id, args) => fauxToolCall(id.split("-")[0], args, { id });

const search = [
  ...(onPath("rg") ? [call("grep-spec", { pattern: "executeToolCalls", path: "js" })] : []),
  ...(onPath("fd") ? [call("find-rust", { pattern: "*.rs" })] : []),
];

const turns = [
  fauxAssistantMessage(
    [
      fauxText("I look around."),
      call("read-package", { path: "package.json", limit: 12 }),
      call("ls-src", { path: "src" }),
      call("bash-count", { command: "sleep 0.3; cat src/*/*.rs | wc -l" }),
      call("bash-steps", { command: "for step in 1 2 3; do echo step $step; sleep 0.06; done" }),
      call("edit-absent", { path: "README.md", edits: [{ oldText: "words that are nowhere", newText: "others" }] }),
      call("read-nothing", { offset: "the top" }),
      call("bash-exit-3", { command: "sleep 0.12; echo no such luck; exit 3" }),
      call("write-notes", { path: "notes.md", content: "# Notes\n\nA first line.\n" }),
      ...search,
    ],
    { stopReason: "toolUse" },
  ),
  fauxAssistantMessage(
    [
      fauxText("I write it down."),
      call("edit-notes", { path: "notes.md", edits: [{ oldText: "A first line.", newText: "A better line." }] }),
      call("bash-check", { command: "sleep 0.2; cat notes.md" }),
      call("ls-all", { path: ".", limit: 5 }),
    ],
    { stopReason: "toolUse" },
  ),
  fauxAssistantMessage("Done: three calls failed, and I know why."),
];

const folder = copyOfRepository();
const model = registerFauxProvider();
model.setResponses(turns);

const stopwatch = new Stopwatch();
const print = eventPrinter(terminal);
/** @type {Set<string>} */
const failed = new Set();

const tools = [
  pi.createReadTool(folder),
  pi.createLsTool(folder),
  pi.createBashTool(folder),
  pi.createEditTool(folder),
  pi.createWriteTool(folder),
  pi.createGrepTool(folder),
  pi.createFindTool(folder),
];

const agent = new Agent({
  initialState: { model: model.getModel(), tools: tools.map((tool) => stopwatch.timed(tool)) },
  async beforeToolCall({ toolCall }) {
    await sleep(HOOK_MS);
    stopwatch.prepared(toolCall.id);
    return undefined;
  },
});

agent.subscribe((event) => {
  stopwatch.observe(event, "toolCallId" in event ? event.toolCallId : "");
  print(event, stopwatch.now());
  if (event.type === "tool_execution_end" && event.isError) failed.add(event.toolCallId);
});

try {
  await agent.prompt("Look around in this repository and write down what you find.");
} finally {
  model.unregister();
  rmSync(folder, { recursive: true, force: true });
}

const batches = stopwatch.batches.filter((calls) => calls.length > 0);
for (const [index, calls] of batches.entries()) {
  console.log(
    `\n${paint.bold(`Batch ${index + 1}: ${calls.length} calls, prepared one after the other, run together`)}\n`,
  );
  console.log(drawTimeline(calls, terminal));
}

console.log(`\nThe addon ran ${ran.batches} of ${batches.length} batches.`);
const wrong = [];
if (batches.length !== 2 || ran.batches !== batches.length) wrong.push("not every batch went through the addon");
if ([...failed].sort().join() !== [...FAILING].sort().join())
  wrong.push(`other calls failed than expected: ${[...failed]}`);
if (agent.state.errorMessage) wrong.push(agent.state.errorMessage);
for (const problem of wrong) console.error(paint.red(problem));
process.exitCode = wrong.length === 0 ? 0 : 1;
