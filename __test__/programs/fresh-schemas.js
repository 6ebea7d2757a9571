// Validates by one fresh schema after another, all equal, and prints the memory after the first thousands and at the end.
import { setImmediate as turn } from "node:timers/promises";
import { Type } from "typebox";
import { validateToolArguments } from "../../index.js";

const [kind] = process.argv.slice(2);
const keys = Array.from({ length: 20 }, (_, n) => `key${n}`);

const MAKERS = {
  plain: () => ({
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, { type: "string", pattern: `^${key}` }])),
  }),
  id: () => ({ $id: "urn:one", ...MAKERS.plain() }),
  typebox: () => Type.Object(Object.fromEntries(keys.map((key) => [key, Type.Optional(Type.Integer())]))),
};

async function residentAfter(count) {
  for (let left = count; left > 0; left--) {
    validateToolArguments({ parameters: MAKERS[kind]() }, { name: "probe", arguments: {} });
    // Finalizers run between turns.
    if (left % 100 === 0) {
      globalThis.gc();
      await turn();
    }
  }
  globalThis.gc();
  await turn();
  return process.memoryUsage.rss();
}

const first = await residentAfter(5000);
const last = await residentAfter(20_000);
console.log(JSON.stringify({ first, last }));
