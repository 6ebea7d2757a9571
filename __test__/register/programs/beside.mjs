// Imports `pi-toolcalls/register` first, and the agent beside it. Preloaded, the order does not matter.
import { activity } from "pi-toolcalls/register";
import { run } from "./agent.mjs";

console.log(JSON.stringify({ results: await run(), ...activity() }));
