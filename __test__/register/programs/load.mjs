// Loads the module it is told to.
import { activity } from "pi-toolcalls/register";

await import(process.argv[2]);
console.log(JSON.stringify(activity()));
