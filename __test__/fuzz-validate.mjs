/** Runs random tool schemas and arguments through the reference's `validateToolArguments` and the product's. */
import { inspect, parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { loadPair } from "./validate/against.js";
import { caseOf, KINDS } from "./validate/cases.js";
import { compareValidation } from "./validate/compare.js";

const HELP = `node __test__/fuzz-validate.mjs [options]

Random schemas and arguments through the published validateToolArguments and through this package's. Values are compared to
the last undefined, which object is which included; errors by their text.

  --against V    the pi version to compare with, and whose rules to follow (default 0.73.1): one that is installed, or that
                 npm run references has got, 0.69.0+typebox.1.3.7 included
  --seed N       the first seed (default: taken from the clock, and printed)
  --count N      how many cases of each kind, with seeds N, N+1, … (default 20000)
  --kind K       typebox: TypeBox types of every kind
                 json: JSON Schema, untidy
                 real: schemas of published tools
                 beyond: any of these, with arguments that JSON does not have
                 pi-schema: as pi-schema's builders make them, with resources and anchors
                 references: hardly more than resources, anchors and references
                 nearly: arguments that fit but for numbers and booleans written as texts
                 all (default)
  --classes      compare the classes of errors too
  --keep-going   do not stop at the first case that differs
  --show         print each schema and its arguments
  --patience N   seconds after which a single case counts as hanging (default 30)
  --help         this text

TypeBox 1.3.27 takes a minute until its stack gives out on some schemas that refer to themselves. A smaller stack ends that
sooner: node --stack-size=150 __test__/fuzz-validate.mjs …

To replay a case that differed, give its kind and seed as they were printed, with --count 1 --show. A seed always makes the
same case. A case that hangs ends the process, after printing how to replay it and how to go on behind it.
Exit status: 0 when all agree, 1 when one differs, 2 for a wrong option, 3 for a case that hangs.`;

const PROGRESS_EVERY_MS = 10_000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      against: { type: "string", default: "0.73.1" },
      seed: { type: "string" },
      count: { type: "string", default: "20000" },
      kind: { type: "string", default: "all" },
      patience: { type: "string", default: "30" },
      classes: { type: "boolean", default: false },
      "keep-going": { type: "boolean", default: false },
      show: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (![...KINDS, "all"].includes(values.kind)) {
    throw new Error(`--kind must be one of ${KINDS.join(", ")}, all, not ${values.kind}`);
  }
  return {
    ...values,
    seed: wholeNumber("seed", values.seed ?? String(Date.now() % 1e8)),
    count: wholeNumber("count", values.count),
    patience: wholeNumber("patience", values.patience),
    kinds: values.kind === "all" ? KINDS : [values.kind],
  };
}

function wholeNumber(name, text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number below 1,000,000,000, not ${text}`);
  return Number(text);
}

/** Watches from another thread, since a case that hangs leaves this one no time. */
const WATCHDOG = `
const { workerData: { shared, kinds, patience } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const at = new Int32Array(shared);
let last = -1;
setInterval(() => {
  const now = Atomics.load(at, 0);
  if (now !== last) { last = now; return; }
  if (Atomics.load(at, 3) === 1) return;
  const kind = kinds[Atomics.load(at, 1)];
  const seed = Atomics.load(at, 2);
  writeSync(1, "\\nhangs: replay with --kind " + kind + " --seed " + seed + " --count 1 --show; go on with --seed " + (seed + 1) + "\\n");
  process.kill(process.pid, "SIGKILL");
}, patience * 1000);
`;

function watch({ kinds, patience }) {
  const shared = new SharedArrayBuffer(16);
  const worker = new Worker(WATCHDOG, { eval: true, workerData: { shared, kinds, patience } });
  worker.unref();
  return new Int32Array(shared);
}

async function main(options) {
  const implementations = await loadPair(options.against);
  const { reference } = implementations;
  const { seed, count, kinds } = options;
  console.log(
    `${count} cases of ${kinds.join(", ")} from seed ${seed}, against pi-ai ${reference.version} with typebox ${reference.typebox}`,
  );
  const at = watch(options);
  const counts = { compared: 0, accepted: 0, differing: 0 };
  let saidAt = performance.now();
  for (const kind of kinds) {
    Atomics.store(at, 1, kinds.indexOf(kind));
    for (let n = seed; n < seed + count; n++) {
      Atomics.store(at, 2, n);
      Atomics.add(at, 0, 1);
      const { expected, difference } = compareCase(implementations, kind, n, options);
      counts.compared++;
      if (expected.kind === "value") counts.accepted++;
      if (difference !== undefined) {
        counts.differing++;
        console.log(`\n--kind ${kind} --seed ${n} --count 1 --show\n${difference.slice(0, 3000)}`);
        if (!options["keep-going"]) return say(counts);
      }
      if (performance.now() - saidAt > PROGRESS_EVERY_MS) {
        saidAt = performance.now();
        console.log(`${kind}: ${n - seed + 1} of ${count}, ${counts.differing} differ`);
      }
    }
  }
  Atomics.store(at, 3, 1);
  return say(counts);
}

function compareCase(implementations, kind, seed, { show, classes }) {
  const input = caseOf(kind, seed);
  if (show) {
    const whole = { depth: 20, maxStringLength: 2000, showHidden: true };
    console.log(`schema ${inspect(input.parameters, whole)}\nas JSON ${asJson(input.parameters)}`);
    console.log(`arguments ${inspect(input.args, { ...whole, showHidden: false })}\nas JSON ${asJson(input.args)}`);
  }
  const compared = compareValidation(implementations, input, { exactClasses: classes });
  if (show) console.log(`the reference: ${compared.expected.kind} ${compared.expected.text}`);
  return compared;
}

function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    return `(${error.message})`;
  }
}

function say({ compared, accepted, differing }) {
  console.log(
    `${compared} compared, of which the reference accepts ${accepted}: ${differing === 0 ? "all agree" : `${differing} differ`}`,
  );
  return differing === 0 ? 0 : 1;
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
