// What the package exports, for `import`.
import entry from "./js/entry.js";

if (entry.failure !== undefined) throw entry.failure;

export const { createToolExecutor, executeToolCalls, stats, validateToolArguments } = entry.api;
