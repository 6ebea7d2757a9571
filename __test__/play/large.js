/** Arguments large enough that another thread judges them where they do not fit at sight, and batches of them. */

export const MANY = 30_000;

export const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));

const listOf = (items, more = {}) => ({
  type: "object",
  properties: { values: { type: "array", items }, ...more },
  required: ["values"],
});

const integers = listOf({ type: "integer" });

/** Integers given as text: every one is changed. */
export const CHANGED = { parameters: integers, args: { values: times(MANY, String) } };

/** @type {Record<string, { parameters: object, args: object }>} */
export const KINDS = {
  "that fit, as only the exact passes can say": {
    parameters: listOf({ not: { type: "string" } }),
    args: { values: times(MANY, (n) => n) },
  },
  "that are changed": CHANGED,
  "that are changed beside texts that stay in JavaScript": {
    parameters: listOf({ type: "integer" }, { notes: { type: "array", items: { type: "string" } } }),
    args: { values: times(MANY, String), notes: ["a note longer than any that is written\n".repeat(9), "x"] },
  },
  "one of which is refused": {
    parameters: integers,
    args: { values: times(MANY, (n) => (n === MANY - 1 ? "many" : n)) },
  },
  "objects of which many are refused": {
    parameters: listOf({ type: "object", properties: { line: { type: "integer" } }, required: ["line"] }),
    args: { values: times(MANY / 3, (n) => (n % 100 === 0 ? { lime: n } : { line: n })) },
  },
  "of a union": {
    parameters: listOf({ anyOf: [{ type: "object", properties: { n: { type: "number" } } }, { type: "boolean" }] }),
    args: { values: times(MANY / 2, (n) => (n % 2 === 0 ? { n: String(n) } : "true")) },
  },
  "whose verdict depends on a text that was left out": {
    parameters: listOf({ type: "integer" }, { text: { type: "string", pattern: "end$" } }),
    args: { values: times(MANY, String), text: `${"a long text, ".repeat(100)}end` },
  },
};

/** More turns of the microtask queue than preparing a call takes. */
export async function microtasks() {
  for (let turn = 0; turn < 200; turn++) await undefined;
}

/**
 * Runs one call of these arguments.
 * @returns what could be seen, as one text, and whether the call was still being prepared when nothing but the event loop
 * could go on with it
 */
export async function runLarge({ executeToolCalls }, { parameters, args }, config = {}) {
  const seen = [];
  let begun = false;
  const execute = (...given) => {
    seen.push(["execute", given[1]]);
    return { content: [{ type: "text", text: "done" }], details: {} };
  };
  const emit = (event) => {
    if (event.type === "message_start") begun = true;
    seen.push(event.message === undefined ? event : [event.type, { ...event.message, timestamp: 0 }]);
  };
  const message = { content: [{ type: "toolCall", id: "1", name: "t", arguments: args }] };
  const done = executeToolCalls({ tools: [{ name: "t", parameters, execute }] }, message, config, undefined, emit);
  await microtasks();
  const waited = !begun;
  const { messages, ...others } = await done;
  return { waited, seen: JSON.stringify([seen, messages.map((one) => ({ ...one, timestamp: 0 })), others]) };
}
