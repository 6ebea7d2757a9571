/** What the tools of a random batch do when they are executed. */
import { withFields } from "./fields.js";
import { giving, pass } from "./scenario.js";

class Refusal extends TypeError {}

export function runTool(batch, step, call) {
  const { world } = batch;
  if (step.mutateArgs && typeof call.args === "object" && call.args !== null) call.args.touched = true;
  if (step.changeTools && batch.context.tools) batch.context.tools = [...batch.context.tools].reverse();
  if (step.abort) batch.controller?.abort(world.error("aborted by a tool"));
  for (const ticks of step.late ?? []) world.clock.at(ticks + step.ticks, () => lateUpdate(world, call));
  if (step.throwsAtOnce) throw failure(world, step);
  const instant = step.updates.length === 0 && !step.onAbort && !step.abortInside;
  if (instant) return giving(world, step, () => settle(batch, step));
  return workThrough(batch, step, call);
}

async function workThrough(batch, step, call) {
  const { world } = batch;
  for (const update of step.updates) {
    await pass(world, { ticks: update.after, hops: 0 });
    await sendUpdate(world, update, call);
  }
  if (step.onAbort && call.signal && !call.signal.aborted) await waitOrAbort(world, step, call.signal);
  else await pass(world, step);
  if (step.abortInside) batch.controller?.abort(world.error("aborted inside a tool"));
  return settle(batch, step);
}

async function sendUpdate(world, { awaited, caught, partial }, { onUpdate }) {
  const value = { fresh: { content: [] }, same: batchPartial(world), undefined: undefined, extra: { n: 1 } }[partial];
  try {
    const returned = partial === "extra" ? onUpdate(value, "ignored") : onUpdate(value);
    world.note("onUpdate gave back", returned);
    if (awaited) await returned;
  } catch (error) {
    world.note("onUpdate threw", error);
    if (!caught) throw error;
  }
}

const partials = new WeakMap();

/** One partial result object that all calls of a batch send. */
function batchPartial(world) {
  if (!partials.has(world))
    partials.set(world, world.name({ content: [{ type: "text", text: "…" }] }, "shared partial"));
  return partials.get(world);
}

function lateUpdate(world, { onUpdate }) {
  try {
    world.note("a late onUpdate gave back", onUpdate({ late: true }));
  } catch (error) {
    world.note("a late onUpdate threw", error);
  }
}

/** Ends early, with an error, one tick after the signal is aborted: several tools that hear of one abort must not tie. */
async function waitOrAbort(world, { ticks }, signal) {
  let hear;
  const heard = new Promise((resolve) => {
    hear = () => world.wait(1).then(() => resolve("aborted"));
    signal.addEventListener("abort", hear, { once: true });
  });
  const first = await Promise.race([heard, world.wait(ticks).then(() => "done")]);
  signal.removeEventListener("abort", hear);
  if (first === "aborted") throw world.error("the tool heard of the abort");
}

function settle(batch, step) {
  if (step.outcome === "result" || step.outcome === "terminate") return resultOf(batch, step);
  throw failure(batch.world, step);
}

function failure(world, { outcome }) {
  return (
    {
      text: "just text",
      undefined: undefined,
      object: { message: "not an Error" },
      fakeError: Object.create(Error.prototype, { message: { value: "by prototype" } }),
      subclass: new Refusal("refused"),
    }[outcome] ?? (outcome === "undefined" ? undefined : world.error("the tool fails"))
  );
}

function resultOf(batch, step) {
  const result = bareResultOf(batch, step);
  return step.fields && typeof result === "object" && result !== null && Object.isExtensible(result)
    ? batch.world.name(withFields(result, step.fields), "result with fields")
    : result;
}

function bareResultOf({ world, shared }, { outcome, result }) {
  const more = outcome === "terminate" ? { terminate: true } : {};
  switch (result) {
    case "bare":
      return { ...more };
    case "extra":
      return world.result("extra", { ...more, usage: { tokens: 1 }, [Symbol.for("mark")]: 1 });
    case "isErrorInside":
      return world.result("inside", { ...more, isError: true });
    case "undefined":
      return undefined;
    case "null":
      return null;
    case "number":
      return 42;
    case "text":
      return "just text";
    case "shared":
      return shared;
    case "frozen":
      return Object.freeze(world.result("frozen", more));
    case "truthyTerminate":
      return world.result("truthy", { terminate: 1 });
    case "getter":
      return world.watched(world.result("getter", more), "watched result");
    default:
      return world.result("ok", more);
  }
}
