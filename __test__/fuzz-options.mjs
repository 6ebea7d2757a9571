/** Runs hostile batches with every option on, and watches for what stays behind: rejections, memory, work under way. */
import { parseArgs } from "node:util";
import { hostileBatch } from "./options/hostile.js";

const HELP = `node --expose-gc __test__/fuzz-options.mjs [options]

Random batches with every option of createToolExecutor on, whose tools hang, settle late, throw late and ignore aborts.

  --seed N    the first seed (default 1)
  --count N   how many batches (default 10000)
  --help      this text

Exit status: 0 when each call had one start, one end and one message, nothing was rejected unseen and memory stayed flat.`;

const AT_ONCE = 100;
/** How much more the heap may hold at the end than after the first tenth, in bytes. */
const GROWTH = 8 * 2 ** 20;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "10000" },
    help: { type: "boolean", default: false },
  },
});

const unhandled = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));

async function heapAtRest() {
  // Longer than the latest that a tool does anything.
  await new Promise((resolve) => setTimeout(resolve, 50));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function main(first, count) {
  let wrong = 0;
  let early;
  for (let seed = first; seed < first + count; seed += AT_ONCE) {
    const batches = Array.from({ length: Math.min(AT_ONCE, first + count - seed) }, (_, n) => hostileBatch(seed + n));
    for (const text of (await Promise.all(batches)).flat()) {
      wrong++;
      console.log(text);
    }
    if (early === undefined && seed >= first + count / 10) early = await heapAtRest();
    if ((seed - first) % 2000 === 0) console.log(`${seed - first} of ${count}, ${wrong} wrong`);
  }
  const grown = (await heapAtRest()) - (early ?? 0);
  console.log(
    `${count} batches: ${wrong} wrong, ${unhandled.length} unhandled rejections, the heap grew by ${Math.round(grown / 1024)} KiB`,
  );
  return wrong === 0 && unhandled.length === 0 && grown < GROWTH ? 0 : 1;
}

if (values.help) console.log(HELP);
else process.exitCode = await main(Number(values.seed), Number(values.count));
