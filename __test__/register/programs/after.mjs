// Loads the agent after `pi-toolcalls/register`.
import { activity } from "pi-toolcalls/register";

const { run } = await import("./agent.mjs");
console.log(JSON.stringify({ results: await run(), ...activity() }));
