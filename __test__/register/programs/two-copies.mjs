// Two copies of pi-agent-core in one process.
import { activity } from "pi-toolcalls/register";

await import(process.argv[2]);
await import(process.argv[3]);
await import(`${process.argv[3]}?again`);
console.log(JSON.stringify(activity()));
