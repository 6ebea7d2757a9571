export { executeToolCalls, validateToolArguments, createToolExecutor } from "./index.cjs";
