/** What the two hooks of a random batch do. */
import { withFields } from "./fields.js";
import { giving } from "./scenario.js";

export function beforeHook(batch, steps) {
  return batch.world.hook("beforeToolCall", (seen, nth) => {
    const step = steps[nth % steps.length];
    return giving(batch.world, step, () => before(batch, step.does, seen, nth));
  });
}

export function afterHook(batch, steps) {
  return batch.world.hook("afterToolCall", (seen, nth) => {
    const step = steps[nth % steps.length];
    return giving(batch.world, step, () => after(batch, step, seen));
  });
}

const BEFORE_RETURNS = {
  allow: () => ({ block: false, reason: "ignored" }),
  falsy: () => 0,
  block: () => ({ block: true, reason: "not today" }),
  blockEmpty: () => ({ block: true, reason: "" }),
  blockTruthy: () => ({ block: "yes" }),
  blockNumber: () => ({ block: 1, reason: 404 }),
  abortAndBlock: () => ({ block: true, reason: "aborted and blocked" }),
  blockAndTerminate: () => ({ block: true, reason: "not today", terminate: true }),
  blockTruthyTerminate: () => ({ block: true, terminate: 1 }),
};

const BEFORE_THROWS = {
  throws: () => new SyntaxError("the hook throws"),
  throwsText: () => "the hook throws text",
  throwsUndefined: () => undefined,
  abortAndThrow: () => new SyntaxError("the hook aborts and throws"),
};

/** What a hook may do to the objects it can reach. */
const BEFORE_EDITS = {
  mutateArgs: (_, { args }) => set(args, "added", { by: "the hook" }),
  mutateCall: (_, { toolCall }) => set(toolCall, "id", `${toolCall.id}+`),
  replaceCallArguments: (_, { toolCall }) => set(toolCall, "arguments", { replaced: true }),
  renameCall: (_, { toolCall }) => set(toolCall, "name", `${toolCall.name}2`),
  addTool: ({ context, world }) => context.tools?.unshift(slowTool(world, "unknown")),
  removeTool: ({ context }) => context.tools?.pop(),
  replaceTools: ({ context }) => set(context, "tools", context.tools?.slice(0, 1)),
  replaceExecute: ({ context, world }, _, nth) =>
    set(context.tools?.[0], "execute", slowTool(world, `replaced${nth}`).execute),
  removeHook: ({ config }) => set(config, "beforeToolCall", undefined),
  addAfter: ({ config, world }) => set(config, "afterToolCall", world.hook("added afterToolCall")),
  replaceConfigMode: ({ config }) => set(config, "toolExecution", "sequential"),
  growContent: ({ message, world }) => message.content.push(world.call("read", { path: "grown" })),
  abort: ({ controller, world }) => controller?.abort(world.error("aborted by the before hook")),
};

/**
 * Slow by a tick, so that it does not tie with the others that begin in the same turn. Where it ties with planned tools, it
 * settles as they do, with as many hops.
 */
function slowTool(world, name) {
  return world.tool(name, () => giving(world, { hops: 0, ticks: 1 }, () => world.result(name)));
}

function before(batch, does, seen, nth) {
  if (does.startsWith("abortAnd")) BEFORE_EDITS.abort(batch);
  if (does in BEFORE_THROWS) throw BEFORE_THROWS[does]();
  BEFORE_EDITS[does]?.(batch, seen, nth);
  const returned = BEFORE_RETURNS[does]?.();
  return batch.plan.watched && returned ? batch.world.watched(returned, "before's return") : returned;
}

const AFTER_RETURNS = {
  falsy: () => "",
  empty: () => ({}),
  content: () => ({ content: [{ type: "text", text: "overridden" }] }),
  details: () => ({ details: { by: "the hook" } }),
  nullDetails: () => ({ details: null, content: undefined, isError: null }),
  terminate: () => ({ terminate: true }),
  terminateFalse: () => ({ terminate: false }),
  isError: () => ({ isError: true }),
  notError: () => ({ isError: false }),
  all: () => ({ isError: 0, terminate: true, details: "", content: "" }),
  extra: () => ({ usage: 1, content: [] }),
  truthyText: () => "yes",
};

const AFTER_EDITS = {
  mutateResult: (_, { result }) => set(result, "content", [{ type: "text", text: "changed in place" }]),
  mutateArgs: (_, { args }) => set(args, "afterwards", 1),
  mutateCall: (_, { toolCall }) => set(toolCall, "id", `${toolCall.id}-`),
  removeHook: ({ config }) => set(config, "afterToolCall", undefined),
  abort: ({ controller, world }) => controller?.abort(world.error("aborted by the after hook")),
};

function after(batch, { does, fields }, seen) {
  if (does === "throws") throw new EvalError("the after hook throws");
  if (does === "throwsText") throw "the after hook throws text";
  AFTER_EDITS[does]?.(batch, seen);
  const plain = AFTER_RETURNS[does]?.();
  const returned =
    fields && (plain === undefined || typeof plain === "object") ? withFields(plain ?? {}, fields) : plain;
  return batch.plan.watched && typeof returned === "object"
    ? batch.world.watched(returned, "after's return")
    : returned;
}

function set(object, key, value) {
  if (typeof object === "object" && object !== null && Object.isExtensible(object)) object[key] = value;
}
