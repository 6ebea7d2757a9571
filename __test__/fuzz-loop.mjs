/**
 * Runs random batches through the reference and through the product and compares everything that could be noticed.
 */
import { parseArgs } from "node:util";
import { DISPATCHES, loadImplementations } from "./play/implementations.js";
import { compareBatch, playBatch } from "./random/compare.js";
import { eraOf, planBatch, TIES } from "./random/plan.js";

const HELP = `node __test__/fuzz-loop.mjs [options]

Random tool batches through the published loop and through this package; the whole logs are compared.

  --seed N        the first seed (default: taken from the clock, and printed)
  --count N       how many batches, with seeds N, N+1, … (default 2000)
  --against V     the published pi version to compare with, by its own rules (default 0.73.1);
                  npm run references -- V gets one that is not there
  --single        runToolCall with the first call of each batch (from 0.99.1 on)
  --dispatch M    inline, queued or both (default both)
  --ties T        none: no two steps at one moment (default)
                  settle: calls of the same kind settle at one moment
                  microtask: anything may tie; the reference's microtask order is compared
  --exact-reads   count each read of a watched property, not only when it is read
  --keep-going    do not stop at the first batch that differs
  --show          print the plan of each batch and the reference's log
  --help          this text

To replay a batch that differed, give its seed as it was printed:

  node __test__/fuzz-loop.mjs --seed N --count 1 --show

with the same --against, --single, --ties, --dispatch and --exact-reads. A seed always makes the same batch.
Exit status: 0 when all agree, 1 when one differs, 2 for a wrong option.`;

const PROGRESS_EVERY_MS = 5000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      count: { type: "string", default: "2000" },
      against: { type: "string" },
      single: { type: "boolean", default: false },
      dispatch: { type: "string", default: "both" },
      ties: { type: "string", default: "none" },
      "exact-reads": { type: "boolean", default: false },
      "keep-going": { type: "boolean", default: false },
      show: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    ...values,
    seed: wholeNumber("seed", values.seed ?? String(Date.now() % 1e9)),
    count: wholeNumber("count", values.count),
    ties: oneOf("ties", values.ties, TIES),
    dispatches: oneOf("dispatch", values.dispatch, [...DISPATCHES, "both"]) === "both" ? DISPATCHES : [values.dispatch],
  };
}

function wholeNumber(name, text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number below 1,000,000,000, not ${text}`);
  return Number(text);
}

function oneOf(name, value, allowed) {
  if (!allowed.includes(value)) throw new Error(`--${name} must be one of ${allowed.join(", ")}, not ${value}`);
  return value;
}

async function main(options) {
  const implementations = await loadImplementations(options.against);
  if (options.single && !implementations.reference.runToolCall) throw new Error("This version has no runToolCall");
  const { seed, count, ties, dispatches } = options;
  console.log(
    `${count} batches from seed ${seed}, ties ${ties}, dispatch ${dispatches.join(" and ")}, against pi-agent-core ${implementations.reference.version}`,
  );
  let differing = 0;
  let saidAt = performance.now();
  for (let n = 0; n < count; n++) {
    if (options.show) await show(implementations, seed + n, options);
    const differences = await compareBatch(implementations, {
      ...options,
      exactReads: options["exact-reads"],
      seed: seed + n,
    });
    for (const { text } of differences) console.log(`\n${text}`);
    if (differences.length > 0) differing++;
    if (differing > 0 && !options["keep-going"]) break;
    if (performance.now() - saidAt > PROGRESS_EVERY_MS) {
      saidAt = performance.now();
      console.log(`${n + 1} of ${count}, ${differing} differ`);
    }
  }
  console.log(
    differing === 0
      ? `all ${count} agree`
      : `\n${differing} batches differ; replay with --seed <its seed> --count 1 --show`,
  );
  return differing === 0 ? 0 : 1;
}

async function show({ reference }, seed, { ties, single, "exact-reads": exactReads }) {
  const era = eraOf(reference.version);
  console.log(JSON.stringify(planBatch(seed, ties, era), null, 1));
  const { lines } = await playBatch(reference, { seed, ties, era, single, exactReads });
  console.log(lines.join("\n"));
}

let options;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error.message}\n\n${HELP}`);
  process.exit(2);
}
if (options.help) console.log(HELP);
else process.exitCode = await main(options);
