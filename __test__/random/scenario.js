/** Turns a plan into the live objects of one run. Everything a plan says happens in the order in which the loop asks for it. */
import { HELD_BY_THE_PRODUCT } from "../play/difference.js";
import { afterHook, beforeHook } from "./hooks.js";
import { argumentsNamed, schemaNamed } from "./inputs.js";
import { runTool } from "./tools.js";

export function scenarioOf(plan) {
  return (world) => new Batch(plan, world).parts();
}

/** Awaits what a plan says: microtasks or ticks. */
export async function pass(world, { hops, ticks }) {
  for (let hop = 0; hop < hops; hop++) await undefined;
  if (ticks > 0) await world.wait(ticks);
}

/** A value the way a plan wants it given: at once, as a promise, or as a thenable. */
export function giving(world, step, compute) {
  if (step.thenable) {
    // biome-ignore lint/suspicious/noThenProperty: thenables are what is tested
    return { then: (resolve, reject) => void pass(world, step).then(compute).then(resolve, reject) };
  }
  if (step.hops === 0 && step.ticks === 0) return compute();
  return pass(world, step).then(compute);
}

class Batch {
  constructor(plan, world) {
    this.plan = plan;
    this.world = world;
    this.shared = world.result("shared");
    this.controller = plan.abort === "noSignal" ? undefined : new AbortController();
  }

  parts() {
    const { plan, world, controller } = this;
    const executes = { nth: 0 };
    const tools = plan.tools.map((tool) => this.tool(tool, executes));
    const calls = plan.calls.map((call) => world.call(call.name, argumentsNamed(call.args), { id: call.id }));
    const content = plan.otherBlocks ? withOtherBlocks(world, calls) : calls;
    if (plan.abort === "before") controller.abort(world.error("aborted before"));
    if (plan.abort === "later") world.clock.at(plan.abortAt, () => controller.abort(world.error("aborted later")));
    this.context = this.maybeWatched(
      { systemPrompt: "", messages: [], tools: plan.noTools ? undefined : tools },
      "context",
    );
    this.config = this.maybeWatched(this.configFields(), "config");
    this.message = { role: "assistant", content, stopReason: "toolUse" };
    return {
      context: this.context,
      message: this.message,
      config: this.config,
      signal: controller?.signal,
      emit: this.emitter(),
    };
  }

  configFields() {
    const { toolExecution, before, after } = this.plan;
    return {
      ...(toolExecution === "missing" ? {} : { toolExecution }),
      ...(before ? { beforeToolCall: beforeHook(this, before) } : {}),
      ...(after ? { afterToolCall: afterHook(this, after) } : {}),
    };
  }

  maybeWatched(object, label) {
    this.world.name(object, label, { opaque: true });
    return this.plan.watched ? this.world.watched(object, label) : object;
  }

  tool({ name, mode, schema, shim }, executes) {
    const { world, plan } = this;
    const run = (call) => runTool(this, plan.executes[executes.nth++ % plan.executes.length], call);
    const more = { parameters: schemaNamed(schema) };
    if (mode !== "missing") more.executionMode = mode;
    if (shim !== "none") more.prepareArguments = shimOf(this, name, shim);
    return this.maybeWatched(world.tool(name, run, more), `tool:${name}`);
  }

  emitter() {
    const { plan, world } = this;
    return world.emitter((event, nth) => {
      const step = plan.emits[nth % plan.emits.length];
      if (step.aborts) this.controller?.abort(world.error("aborted by the emitter"));
      if (step.fails !== "never") return failing(world, step, event, nth);
      if (step.gives === "undefined" && step.ticks === 0 && step.hops === 0) return undefined;
      const note = () => world.note(`emit ${nth} is done`);
      if (step.gives === "thenable") return giving(world, { ...step, thenable: true }, note);
      return pass(world, step).then(() => (step.ticks > 0 ? note() : 5));
    });
  }
}

function failing(world, step, event, nth) {
  const error = world.error(`emit ${nth} fails`);
  if (event.type === "tool_execution_update") error[HELD_BY_THE_PRODUCT] = true;
  if (step.fails === "throws") throw error;
  const reason = { rejects: error, rejectsText: "no error", rejectsUndefined: undefined }[step.fails];
  const isUpdate = event.type === "tool_execution_update";
  return pass(world, step).then(() => {
    world.activity++;
    throw isUpdate ? error : reason;
  });
}

function withOtherBlocks(world, calls) {
  const text = () => world.name({ type: "text", text: "…" }, "text block");
  return [
    text(),
    ...calls.flatMap((call, n) => (n % 2 === 0 ? [call, { type: "thinking", thinking: "" }] : [call])),
    text(),
  ];
}

function shimOf({ world, controller }, name, kind) {
  return function prepareArguments(...args) {
    world.note(`prepareArguments of ${name} with ${args.length} arguments, this`, this, ...args);
    const [raw] = args;
    switch (kind) {
      case "fresh":
        return { path: "from the shim", items: [], ...raw };
      case "mutates":
        if (typeof raw === "object" && raw !== null) raw.path = "changed in place";
        return raw;
      case "undefined":
        return undefined;
      case "aborts":
        controller?.abort(world.error("aborted by a shim"));
        return raw;
      case "throws":
        throw new RangeError("the shim throws");
      case "throwsText":
        throw "the shim throws text";
      case "promise":
        return Promise.resolve(raw);
      default:
        return raw;
    }
  };
}
