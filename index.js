export { createToolExecutor, executeToolCalls, validateToolArguments } from "./index.cjs";
