// TypeScript, with a type that only a compiler can remove.
import { activity } from "pi-toolcalls/register";
import { run } from "./agent.mjs";

interface Report {
  results: string[];
}

const report: Report = { results: await run() };
console.log(JSON.stringify({ ...report, ...activity() }));
