/**
 * A random batch as plain data, made from its seed alone before anything runs: what each tool, hook and emitter will do,
 * and when. `scenario.js` turns it into live objects, once for each implementation.
 *
 * What the specification lists as better than the reference on purpose is left out here, save update emissions that
 * reject: those are compared in all but the unhandled rejection.
 */
import { Dice } from "./dice.js";
import { ARGUMENTS, SCHEMAS } from "./inputs.js";

const NAMES = ["read", "write", "list", "bash"];
const MOST_CALLS = 12;

/**
 * How simultaneous steps are treated:
 * - none: no two steps of parallel calls happen at one moment;
 * - settle: calls that do the same kind of things settle at one moment; ends must come in the order of settling;
 * - microtask: anything may tie with anything; the reference's microtask order is compared.
 */
export const TIES = ["none", "settle", "microtask"];

/**
 * What there is to try, by what pi looks at since then:
 * - first: nothing but what 0.69.0 knows;
 * - abort: the signal, and one by one the fields of results that came with it;
 * - result: a result's own `isError`, and results that are none.
 */
export function eraOf(version) {
  const [major, minor, patch] = version.split(".").map(Number);
  if (major === 0 && (minor < 75 || (minor === 75 && patch < 4))) return "first";
  return major === 0 && minor < 99 ? "abort" : "result";
}

export function planBatch(seed, ties = "none", era = "first") {
  const dice = new Dice(seed);
  const plan = planOf(dice, seed, ties);
  if (era !== "first") addLaterFields(dice, plan, era);
  return plan;
}

/** Lays what later versions look at over a plan. */
function addLaterFields(dice, plan, era) {
  plan.abort = dice.weighted({ noSignal: 1, never: 3, before: 1, later: 3 });
  for (const tool of plan.tools) {
    if (dice.chance(0.06)) tool.shim = "aborts";
  }
  for (const step of plan.executes) {
    if (plan.ties !== "settle" && dice.chance(0.08)) step.abort = true;
    if (plan.ties !== "settle" && dice.chance(0.08)) step.abortInside = true;
    if (dice.chance(0.35)) step.fields = planFields(dice);
    if (era === "result" && plan.ties !== "settle" && dice.chance(0.06)) step.result = dice.pick(["undefined", "null"]);
  }
  for (const step of plan.before ?? []) {
    if (dice.chance(0.2))
      step.does = dice.pick(["abort", "abortAndBlock", "abortAndThrow", "blockAndTerminate", "blockTruthyTerminate"]);
  }
  for (const step of plan.after ?? []) {
    if (dice.chance(0.3)) step.fields = planFields(dice);
  }
  for (const step of plan.emits) {
    if (dice.chance(0.015)) step.aborts = true;
  }
}

/** Fields of a result, or of what the after hook gives. */
function planFields(dice) {
  const fields = {
    usage: dice.weighted({ none: 2, object: 2, null: 0.5 }),
    addedToolNames: dice.weighted({ none: 3, some: 2, empty: 1, text: 0.5, null: 0.3 }),
    structuredContent: dice.weighted({ none: 2, object: 2, null: 0.7, false: 0.3 }),
    isError: dice.weighted({ none: 3, true: 1.5, false: 1, truthy: 0.5 }),
    content: dice.weighted({ as: 4, undefined: 0.7, null: 0.7, empty: 0.4 }),
  };
  return { ...fields, order: dice.chance(0.3) ? "first" : "last" };
}

function planOf(dice, seed, ties) {
  const tools = NAMES.slice(0, dice.int(1, NAMES.length)).map((name) => planTool(dice, name));
  if (dice.chance(0.1)) tools.push(planTool(dice, tools[0].name));
  const calls = dice.list(dice.chance(0.1) ? 0 : dice.int(1, dice.chance(0.2) ? MOST_CALLS : 5), (n) =>
    planCall(dice, n, tools),
  );
  const sameKind = ties === "settle";
  return {
    seed,
    ties,
    toolExecution: dice.weighted({ missing: 4, parallel: 3, sequential: sameKind ? 0 : 3, other: 0.3 }),
    noTools: dice.chance(0.02),
    watched: dice.chance(0.3),
    otherBlocks: dice.chance(0.3),
    tools,
    calls,
    executes: dice.list(MOST_CALLS, (n) => planExecute(dice, { ties, first: n === 0 })),
    before: dice.chance(0.6) ? dice.list(MOST_CALLS, () => planBefore(dice)) : undefined,
    after: dice.chance(0.5) ? planAfters(dice, sameKind) : undefined,
    emits: planEmits(dice, sameKind),
    abort: dice.weighted({ noSignal: 3, never: 3, before: 1, later: 3 }),
    abortAt: dice.int(1, 25),
  };
}

function planTool(dice, name) {
  return {
    name,
    mode: dice.weighted({ missing: 12, parallel: 2, sequential: 1 }),
    schema: dice.pick(SCHEMAS).name,
    shim: dice.weighted({
      none: 8,
      same: 1,
      fresh: 2,
      mutates: 1,
      undefined: 0.3,
      throws: 0.7,
      throwsText: 0.4,
      promise: 0.2,
    }),
  };
}

function planCall(dice, n, tools) {
  const name = dice.chance(0.07) ? "unknown" : dice.pick(tools).name;
  const fitting = tools.find((tool) => tool.name === name)?.schema;
  const matching = ARGUMENTS.filter((one) => one.fits.includes(fitting));
  const choice = matching.length > 0 && dice.chance(0.8) ? dice.pick(matching) : dice.pick(ARGUMENTS);
  return { name, id: dice.chance(0.06) ? "id0" : `id${n}`, args: choice.name };
}

function planExecute(dice, { ties, first }) {
  // Where ties are not wanted, one call at most settles in the very turn in which the parallel calls begin.
  const mayBeInstant = ties === "microtask" || (ties === "none" && first);
  if (ties === "settle")
    return {
      ...planWait(dice, 1, 3),
      updates: [],
      outcome: dice.weighted({ result: 3, terminate: 1 }),
      result: "normal",
    };
  return {
    ...(mayBeInstant ? planWait(dice, 0, 6) : planWait(dice, 1, 12)),
    thenable: dice.chance(0.1),
    mutateArgs: dice.chance(0.15),
    mutateCall: dice.chance(0.04),
    onAbort: dice.chance(0.3),
    abort: dice.chance(0.03),
    changeTools: dice.chance(0.05),
    throwsAtOnce: mayBeInstant && dice.chance(0.3),
    outcome: dice.weighted({
      result: 6,
      terminate: 2,
      error: 2,
      text: 0.6,
      undefined: 0.4,
      object: 0.4,
      fakeError: 0.4,
      subclass: 0.4,
    }),
    result: dice.weighted({
      normal: 8,
      bare: 1,
      extra: 1,
      isErrorInside: 1,
      number: 0.3,
      text: 0.3,
      shared: 1,
      frozen: 0.5,
      truthyTerminate: 0.7,
      getter: 0.3,
    }),
    updates: dice.list(dice.chance(0.35) ? dice.int(1, 4) : 0, () => ({
      after: dice.int(ties === "microtask" || first ? 0 : 1, 4),
      awaited: dice.chance(0.4),
      caught: dice.chance(0.5),
      partial: dice.weighted({ fresh: 4, same: 1, undefined: 1, extra: 1 }),
    })),
    late: dice.list(dice.chance(0.12) ? dice.int(1, 2) : 0, () => dice.int(1, 15)),
  };
}

function planBefore(dice) {
  return {
    ...planWait(dice, 0, 3),
    thenable: dice.chance(0.1),
    does: dice.weighted({
      nothing: 8,
      allow: 2,
      falsy: 1,
      block: 2,
      blockEmpty: 0.7,
      blockTruthy: 0.7,
      blockNumber: 0.3,
      throws: 1,
      throwsText: 0.5,
      throwsUndefined: 0.3,
      mutateArgs: 2,
      mutateCall: 1,
      replaceCallArguments: 0.7,
      renameCall: 0.7,
      addTool: 0.7,
      removeTool: 0.5,
      replaceTools: 0.5,
      replaceExecute: 0.5,
      removeHook: 0.3,
      addAfter: 0.5,
      replaceConfigMode: 0.5,
      growContent: 0.3,
      abort: 0.4,
    }),
  };
}

function planAfters(dice, sameKind) {
  if (!sameKind) return dice.list(MOST_CALLS, () => planAfter(dice));
  const after = { hops: 0, ticks: 0, does: dice.weighted({ nothing: 2, content: 1, all: 1 }) };
  return dice.list(MOST_CALLS, () => after);
}

function planAfter(dice) {
  return {
    ...planWait(dice, 0, 3),
    thenable: dice.chance(0.1),
    does: dice.weighted({
      nothing: 5,
      falsy: 1,
      empty: 1.5,
      content: 2,
      details: 1,
      nullDetails: 0.7,
      terminate: 2,
      terminateFalse: 1,
      isError: 1,
      notError: 1,
      all: 1,
      extra: 0.5,
      truthyText: 0.3,
      throws: 1,
      throwsText: 0.5,
      mutateResult: 1,
      mutateArgs: 0.3,
      mutateCall: 0.3,
      removeHook: 0.2,
      abort: 0.2,
    }),
  };
}

function planEmits(dice, sameKind) {
  if (sameKind) return [{ hops: 0, ticks: 0, fails: "never" }];
  const count = 72;
  const slow = dice.pick([0, 0, 0.3, 0.8]);
  const failing = dice.chance(0.25) ? dice.int(0, dice.pick([3, 12, count - 1])) : -1;
  const failingAgain = dice.chance(0.3) ? dice.int(0, count - 1) : -1;
  return dice.list(count, (n) => {
    const fails = n === failing || (failing >= 0 && n === failingAgain);
    return {
      ...(dice.chance(slow) ? planWait(dice, 0, 3) : { hops: 0, ticks: 0 }),
      gives: dice.weighted({ undefined: 4, promise: 4, thenable: 0.5, value: 0.5 }),
      fails: fails ? dice.weighted({ throws: 1, rejects: 1, rejectsText: 0.4, rejectsUndefined: 0.2 }) : "never",
    };
  });
}

/** Some microtasks, or some ticks of the clock. */
function planWait(dice, least, most) {
  const ticks = dice.int(least, most);
  return { ticks, hops: ticks === 0 ? dice.int(0, 4) : 0 };
}
