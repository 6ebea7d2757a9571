import { createToolExecutor, executeToolCalls } from "pi-toolcalls";
import { activity } from "pi-toolcalls/register";
import batch from "./batch.cjs";

const queued = createToolExecutor({ dispatch: "queued" });
const counted: number = activity().copies.length;
await batch(queued);
console.log(counted === 0 ? await batch({ executeToolCalls }) : counted);
