// What is timed: batches as agents make them, and some far larger.
//
// A case is made afresh for every implementation pair, and both get the same objects: tools, hooks and emitter do next to
// nothing, so that what is timed is the loop.

import { EDIT, INTEGERS, READ, TWENTY, WRITE } from "./schemas.mjs";

/**
 * @typedef {(schema: object) => object} Build makes pi's own tools' schemas, as the version at hand does
 * @typedef {object} Batch the arguments of `executeToolCalls`, but for signal and emitter
 * @property {any} context
 * @property {any} message
 * @property {any} config
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} title
 * @property {number} calls how many there are in all
 * @property {boolean} [large] whether its hold of the thread and its memory are measured too
 * @property {boolean} [fails] whether its calls end in error results
 * @property {boolean} [unfavourable] chosen because the addon has little to win; the mean is given without it and with it
 * @property {(build: Build) => () => Batch[]} prepare what it gives makes batches that begin together; it is not timed
 */

/** @param {object} parameters @param {Record<string, unknown>} [more] */
const toolOf = (parameters, more) => ({
  name: "tool",
  label: "tool",
  description: "does nothing",
  parameters,
  execute: async () => ({ content: [{ type: "text", text: "done" }], details: undefined }),
  ...more,
});

/** @param {any[]} allArguments one a call */
const messageOf = (allArguments) => ({
  role: "assistant",
  content: allArguments.map((args, n) => ({ type: "toolCall", id: `call-${n}`, name: "tool", arguments: args })),
  stopReason: "toolUse",
});

/** @param {any} tool @param {any[]} allArguments @param {any} [config] @returns {Batch} */
const batchOf = (tool, allArguments, config = {}) => ({
  context: { systemPrompt: "", messages: [], tools: [tool] },
  message: messageOf(allArguments),
  config,
});

/** @template T @param {number} count @param {(n: number) => T} make @returns {T[]} */
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));

/** @param {number} n */
const smallArguments = (n) => ({ path: `src/module-${n}.ts`, offset: n, limit: 200 });

/**
 * A case of one batch that is the same each time.
 * @param {string} name @param {string} title @param {object} schema @param {any[]} allArguments
 * @param {{ plain?: boolean, config?: object, large?: boolean, fails?: boolean, unfavourable?: boolean, tool?: Record<string, unknown> }} [how]
 * @returns {Case}
 */
const single = (name, title, schema, allArguments, { plain = false, config, tool, ...facts } = {}) => ({
  name,
  title,
  calls: allArguments.length,
  ...facts,
  prepare: (build) => {
    const batches = [batchOf(toolOf(plain ? schema : build(schema), tool), allArguments, config)];
    return () => batches;
  },
});

/** @param {number} count */
const small = (count) => times(count, smallArguments);

/** @param {number} count */
const edits = (count) => ({
  path: "src/main.rs",
  edits: times(count, (n) => ({ oldText: `let value_${n} = ${n};`, newText: `let value_${n} = ${n} + 1;` })),
});

const twentyArguments = {
  owner: "octo",
  repo: "hello-world",
  title: "A title that says what is the matter",
  body: "It does not work.\n".repeat(20),
  state: "open",
  sort: "created",
  direction: "desc",
  since: "2026-01-31T00:00:00Z",
  page: 1,
  perPage: 50,
  milestone: 7,
  draft: false,
  locked: false,
  labels: ["bug", "help wanted", "good first issue"],
  assignees: ["one", "two"],
  weight: 0.5,
  position: { line: 12, side: "RIGHT" },
  reactions: { heart: 3, rocket: 1 },
  reviewers: [{ login: "three" }, { login: "four", team: true }],
  comment: "A word.",
};

const hooks = {
  beforeToolCall: async () => undefined,
  afterToolCall: async () => ({ details: { seen: true } }),
};

/** @type {Case} */
const cold = {
  name: "cold",
  title: "a schema object never seen before, equal to one that was",
  calls: 1,
  prepare: () => {
    const text = JSON.stringify(READ);
    return () => [batchOf(toolOf(JSON.parse(text)), small(1))];
  },
};

/** @type {Case} */
const coldNew = {
  name: "cold-new",
  title: "a schema unlike all before",
  calls: 1,
  unfavourable: true,
  prepare: () => {
    const text = JSON.stringify(READ);
    let made = 0;
    return () => [batchOf(toolOf({ ...JSON.parse(text), title: `Schema ${made++}` }), small(1))];
  },
};

/** @type {Case} */
const atOnce = {
  name: "batches-500",
  title: "500 batches of one small call at once",
  calls: 500,
  large: true,
  prepare: (build) => {
    const tool = toolOf(build(READ));
    const batches = times(500, (n) => batchOf(tool, [smallArguments(n)]));
    return () => batches;
  },
};

const hundredUpdates = {
  /** @param {string} _id @param {any} _args @param {any} _signal @param {(partial: object) => void} onUpdate */
  execute: async (_id, _args, _signal, onUpdate) => {
    const partial = { content: [{ type: "text", text: "…" }], details: undefined };
    for (let n = 0; n < 100; n++) onUpdate(partial);
    return { content: [{ type: "text", text: "done" }], details: undefined };
  },
};

/** @type {Case[]} */
export const CASES = [
  single("small-1", "one small call", READ, small(1)),
  single("small-3", "three small calls", READ, small(3)),
  single("small-100", "100 small calls", READ, small(100)),
  single("small-1000", "1,000 small calls", READ, small(1000), { large: true }),
  single("hooks-3", "three small calls, both hooks", READ, small(3), { config: hooks }),
  single("sequential-3", "three small calls, one after the other", READ, small(3), {
    config: { toolExecution: "sequential" },
  }),
  single("write-10k", "write of 10 KB", WRITE, [{ path: "a.txt", content: "0123456789\n".repeat(930) }]),
  single("write-260k", "write of 260 KB", WRITE, [{ path: "a.txt", content: "0123456789\n".repeat(24_200) }], {
    large: true,
  }),
  single("edit-10", "edit of 10 replacements", EDIT, [edits(10)]),
  single("edit-200", "edit of 200 replacements", EDIT, [edits(200)], { large: true }),
  single("properties-20", "JSON Schema of 20 properties", TWENTY, [twentyArguments], { plain: true }),
  single("refusal", "a call that is refused", READ, [{ offset: "ten", limit: [] }], { fails: true }),
  single("coerced", "a call that is coerced", READ, [{ path: "a.txt", offset: "500", limit: "100" }]),
  cold,
  single("integers-20000", "array of 20,000 integers", INTEGERS, [{ values: times(20_000, (n) => n * 7) }], {
    plain: true,
    large: true,
  }),
  atOnce,
  single("updates-100", "100 updates from one tool", READ, small(1), { tool: hundredUpdates }),
  coldNew,
  single(
    "integers-text-100000",
    "array of 100,000 integers, each as text",
    INTEGERS,
    [{ values: times(100_000, (n) => String(n * 7)) }],
    { plain: true, large: true, unfavourable: true },
  ),
];

/**
 * The batch of `count` small calls, for measuring how time grows.
 * @param {Build} build @param {number} count
 */
export const smallBatch = (build, count) => batchOf(toolOf(build(READ)), small(count));

/**
 * A batch of `count` small calls whose tools wait until `release` resolves.
 * @param {Build} build @param {number} count @param {Promise<void>} release @param {() => void} onWaiting called by each
 */
export function waitingBatch(build, count, release, onWaiting) {
  const execute = async () => {
    onWaiting();
    await release;
    return { content: [], details: undefined };
  };
  return batchOf(toolOf(build(READ), { execute }), small(count));
}
