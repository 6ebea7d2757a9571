// What crossing the boundary costs, one way of crossing at a time: the package's inside, used by hand.
//
// It runs in a worker, which has an environment of its own: here nobody else listens to the addon's queue.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { CASES } from "./cases.mjs";
import { runRounds } from "./rounds.mjs";
import { READ } from "./schemas.mjs";
import { median } from "./statistics.mjs";

/** @typedef {{ title: string, microseconds: number }} Crossing microseconds of processor time */

/** Calls of the batch that is gone through by hand, one after the other: seven steps or so each. */
const CALLS = 100;

/**
 * @param {import("./rounds.mjs").Effort} effort
 * @returns {Promise<Crossing[]>}
 */
export function measureCrossings(effort) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { crossings: effort } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** @param {import("./rounds.mjs").Effort} effort */
async function measureAll(effort) {
  /** @type {Crossing[]} */
  const crossings = [];
  for (const { title, timed, per = 1 } of boundary()) {
    const times = await runRounds({ timed }, effort);
    crossings.push({ title, microseconds: (median(times.timed.cpu) * 1000) / per });
  }
  return crossings;
}

/**
 * @param {() => void} work
 * @returns {import("./rounds.mjs").Timed}
 */
const repeated = (work) => (times) => {
  const begin = performance.now();
  for (let time = 0; time < times; time++) work();
  return performance.now() - begin;
};

/** @param {string} name */
const argumentsOf = (name) =>
  CASES.find((benched) => benched.name === name)?.prepare((schema) => schema)()[0].message.content[0].arguments;

/** @returns {{ title: string, timed: import("./rounds.mjs").Timed, per?: number }[]} */
function boundary() {
  const require = createRequire(import.meta.url);
  const { native, exchange, HEADER, onDispatch, version } = require("../js/native.js");
  const protocol = require("../js/protocol.js");
  const { baseProfile } = require("../js/profile.js");
  const wire = require("../js/wire.js");
  const { validateToolArguments } = require("../js/validate.js");

  const nobody = 1_000_000;
  const complete = (/** @type {number} */ id, /** @type {number} */ code, /** @type {number} */ call) => {
    exchange[0] = id;
    exchange[1] = call;
    exchange[2] = code === protocol.EXECUTE ? protocol.YES | protocol.EXECUTED : protocol.YES;
    native.complete();
  };

  const beginBatch = (/** @type {number} */ facts) => {
    exchange[0] = CALLS;
    exchange[1] = facts;
    exchange[2] = baseProfile.bits;
    exchange[3] = 0;
    native.begin();
  };

  const takeNothing = () => {
    exchange[0] = nobody;
    native.take();
  };

  /** One batch of calls one after the other; each operation is done as soon as it is handed over. */
  let steps = 0;
  const goThrough = () => {
    beginBatch(protocol.SEQUENTIAL_REQUESTED);
    const id = exchange[3];
    steps = 1;
    while (exchange[2] !== 1) {
      if (exchange[0] !== 1)
        throw new Error(`the core asks for ${exchange[0]} operations at once, one after the other was meant`);
      complete(id, exchange[HEADER], exchange[HEADER + 1]);
      steps++;
    }
  };
  goThrough();

  /** The same batch, each operation through the queue. @type {import("./rounds.mjs").Timed} */
  const goThroughQueue = async (times) => {
    const begin = performance.now();
    for (let time = 0; time < times; time++) {
      await /** @type {Promise<void>} */ (
        new Promise((resolve) => {
          onDispatch((/** @type {number} */ id) => {
            exchange[0] = id;
            native.take();
            if (exchange[2] === 1) resolve();
            else complete(id, exchange[HEADER], exchange[HEADER + 1]);
          });
          beginBatch(protocol.SEQUENTIAL_REQUESTED | protocol.QUEUED);
        })
      );
    }
    return performance.now() - begin;
  };

  /** @param {unknown} parameters @param {unknown} value @returns {import("./rounds.mjs").Timed} */
  const judging = (parameters, value) => (times) => {
    const [owner] = compiling(parameters);
    const id = exchange[0];
    const aside = wire.open();
    wire.writeArguments(value, 64);
    const length = wire.written();
    const ms = repeated(() => {
      exchange[0] = id;
      exchange[1] = length;
      exchange[2] = 0;
      native.validate(undefined);
    })(times);
    wire.close(aside);
    // The schema lives as long as its owner does.
    if (owner === undefined) throw new Error("no schema");
    return ms;
  };
  const compiling = (/** @type {unknown} */ parameters) => {
    const aside = wire.open();
    wire.writeSchema(parameters);
    exchange[0] = wire.written();
    exchange[1] = 0;
    const compiled = native.compile();
    wire.close(aside);
    return compiled;
  };
  const writing = (/** @type {unknown} */ value) => () => {
    const aside = wire.open();
    wire.writeArguments(value, 64);
    wire.close(aside);
  };
  const schemaWriting = (/** @type {unknown} */ parameters) => () => {
    const aside = wire.open();
    wire.writeSchema(parameters);
    wire.close(aside);
  };

  const small = argumentsOf("small-1");
  const call = { name: "tool", arguments: small };
  const tool = { name: "tool", parameters: READ };
  const edit = argumentsOf("edit-200");
  const write = argumentsOf("write-260k");
  const integers = argumentsOf("integers-20000");
  return [
    { title: "a function made by napi-derive (`version`)", timed: repeated(version) },
    { title: "`native.take`, nothing to take", timed: repeated(takeNothing) },
    { title: "`native.complete`, of no batch", timed: repeated(() => complete(nobody, protocol.END, 0)) },
    { title: "`native.complete`, one step of a batch", timed: repeated(goThrough), per: steps },
    { title: "one step through the `ThreadsafeFunction`", timed: goThroughQueue, per: steps },
    { title: "`native.validate`, `{}` against `{}`", timed: judging({}, {}) },
    { title: "`native.validate`, a small call's arguments", timed: judging(READ, small) },
    { title: "`native.compile` and writing, a small schema", timed: repeated(() => compiling(READ)) },
    { title: "`js/wire.js` writes a small schema", timed: repeated(schemaWriting(READ)) },
    { title: "`js/wire.js` copies and writes a small call's arguments", timed: repeated(writing(small)) },
    { title: "… an `edit` of 200 replacements", timed: repeated(writing(edit)) },
    { title: "… a `write` of 260 KB", timed: repeated(writing(write)) },
    { title: "… an array of 20,000 integers", timed: repeated(writing(integers)) },
    {
      title: "`validateToolArguments` whole, a small call's",
      timed: repeated(() => validateToolArguments(tool, call)),
    },
    { title: "for comparison: `structuredClone` of these", timed: repeated(() => structuredClone(small)) },
    { title: "for comparison: `JSON.stringify` of these", timed: repeated(() => JSON.stringify(small)) },
  ];
}

if (workerData?.crossings) parentPort?.postMessage(await measureAll(workerData.crossings));
