// Loads the agent by require(), which pi-agent-core up to 0.73 allows.
const { activity } = require("pi-toolcalls/register");
const { run } = require("./agent.mjs");

run().then((results) => console.log(JSON.stringify({ results, ...activity() })));
