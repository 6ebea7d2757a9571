// Loads the agent before `pi-toolcalls/register`.
const { run } = await import("./agent.mjs");
const { activity } = await import("pi-toolcalls/register");

console.log(JSON.stringify({ results: await run(), ...activity() }));
