/**
 * Runs one scenario against one implementation of `executeToolCalls` and gives back everything that could be noticed.
 */
import { getEventListeners } from "node:events";
import { Clock } from "./clock.js";
import { World } from "./world.js";

/** What `Date.now()` says at the virtual clock's start, in milliseconds. */
export const EPOCH = 1_700_000_000_000;

/** Turns of the event loop to wait for a batch that has nothing to wait for any more, before it counts as stuck. */
const PATIENCE = 300;

/**
 * @typedef {object} Run
 * @property {string[]} lines the log
 * @property {object[]} events the events, as they came
 * @property {{ value?: any, reason?: any, state: "pending" | "fulfilled" | "rejected" }} outcome
 * @property {unknown[]} unhandled reasons of unhandled rejections
 * @property {unknown[]} warnings what was given to process.emitWarning
 * @property {World} world
 */

/**
 * @typedef {object} PlayOptions
 * @property {number} [quietTurns] turns of the event loop without user code after which nothing more is under way
 * @property {boolean} [ties] let all timers of one moment go off together
 * @property {boolean} [exactReads]
 */

/**
 * @param {(world: World) => object} scenario
 * @param {Function} executeToolCalls
 * @param {PlayOptions} [options]
 * @returns {Promise<Run>}
 */
export async function play(scenario, executeToolCalls, options) {
  const [run] = await playAll([scenario], executeToolCalls, options);
  return run;
}

/** Runs several scenarios at once on one clock: all begin in one turn, and each keeps a log of its own. */
export async function playAll(scenarios, executeToolCalls, { quietTurns = 1, ties = false, exactReads = false } = {}) {
  const clock = new Clock();
  const stages = scenarios.map((scenario) => stage(scenario, new World({ exactReads, clock })));
  const worlds = stages.map(({ world }) => world);
  const taken = takeOver(clock, worlds[0]);
  try {
    for (const { parts, outcome, world } of stages) {
      const { context, message, config, signal, emit } = parts;
      observe(() => executeToolCalls(context, message, config, signal, emit), outcome, world);
    }
    await quiet(worlds, quietTurns);
    while (!clock.idle) {
      clock.advance({ ties });
      await quiet(worlds, quietTurns);
    }
    const anyPending = () => stages.some(({ outcome }) => outcome.state === "pending");
    for (let turn = 0; anyPending() && turn < PATIENCE; turn++) await turnOfTheLoop();
    for (const done of stages) noteTheEnd(done);
  } finally {
    taken.giveBack();
  }
  const { unhandled, warnings } = taken;
  return stages.map(({ world, outcome }) => ({
    lines: world.lines,
    events: world.events,
    outcome,
    unhandled,
    warnings,
    world,
  }));
}

function stage(scenario, world) {
  return { world, parts: world.complete(scenario(world)), outcome: { state: "pending" } };
}

function noteTheEnd({ world, parts, outcome }) {
  const { message, signal } = parts;
  world.note(`in the end the batch is ${outcome.state}`);
  if (message?.content?.length >= 0) world.note("the message's content is", [...message.content]);
  if (signal instanceof AbortSignal) world.note(`abort listeners: ${getEventListeners(signal, "abort").length}`);
}

function observe(start, outcome, world) {
  let promise;
  try {
    promise = start();
  } catch (thrown) {
    world.note("the call itself threw", thrown);
    return;
  }
  if (!(promise instanceof Promise)) world.note("the call returned no promise but", promise);
  Promise.resolve(promise).then(
    (value) => {
      Object.assign(outcome, { state: "fulfilled", value });
      world.note("the batch is fulfilled with", value);
    },
    (reason) => {
      Object.assign(outcome, { state: "rejected", reason });
      world.note("the batch is rejected with", reason);
    },
  );
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

async function quiet(worlds, turns) {
  const activity = () => worlds.reduce((sum, world) => sum + world.activity, 0);
  for (let calm = 0, before = activity(); calm < turns; ) {
    await turnOfTheLoop();
    const now = activity();
    calm = now === before ? calm + 1 : 0;
    before = now;
  }
}

/** Takes the process-wide things that a run looks at, so that two runs see the same and neither disturbs the test runner. */
function takeOver(clock, world) {
  const { now } = Date;
  const { performance } = globalThis;
  const performanceNow = performance.now;
  const { emitWarning } = process;
  const listeners = process.rawListeners("unhandledRejection");
  const unhandled = [];
  const warnings = [];
  Date.now = () => EPOCH + clock.now;
  // Not in whole milliseconds, so that rounding shows.
  performance.now = () => clock.now * 1.3;
  process.emitWarning = (...args) => {
    warnings.push(args);
  };
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (reason) => {
    unhandled.push(reason);
    world.activity++;
  });
  return {
    unhandled,
    warnings,
    giveBack() {
      Date.now = now;
      performance.now = performanceNow;
      process.emitWarning = emitWarning;
      process.removeAllListeners("unhandledRejection");
      for (const listener of listeners) process.on("unhandledRejection", listener);
    },
  };
}
