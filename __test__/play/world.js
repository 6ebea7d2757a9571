/**
 * What one run of a scenario lives in: the clock, the log, the names of objects, and makers for calls, tools, hooks and
 * emitters that write down how the loop uses them.
 */
import { Clock } from "./clock.js";
import { Names } from "./describe.js";

export class World {
  names = new Names();
  /** The log: one line for each thing that the loop did and a user's code could notice. */
  lines = [];
  /** The events as they came, for expectations that look at one thing only. */
  events = [];
  /** Grows whenever user code runs, logged or not: the harness waits until it stands still. */
  activity = 0;
  #calls = 0;
  #results = 0;
  #readsSinceNote = new Set();

  /** @param {{ exactReads?: boolean, clock?: Clock }} [options] worlds that run at once share one clock */
  constructor({ exactReads = false, clock = new Clock() } = {}) {
    this.exactReads = exactReads;
    this.clock = clock;
  }

  note(what, ...values) {
    this.activity++;
    this.#readsSinceNote.clear();
    this.lines.push([`${this.clock.now}| ${what}`, ...values.map((value) => this.names.describe(value))].join(" "));
  }

  name(value, label, options) {
    return this.names.give(value, label, options);
  }

  async wait(ticks) {
    await this.clock.wait(ticks);
    this.activity++;
  }

  /** A tool call block; ids count up unless given. */
  call(name, args = {}, more = {}) {
    const n = this.#calls++;
    if (typeof args === "object" && args !== null) this.name(args, `call${n}.arguments`);
    return this.name({ type: "toolCall", id: `id${n}`, name, arguments: args, ...more }, `call${n}`);
  }

  /** A tool result with labelled parts. */
  result(text = "ok", more = {}) {
    const n = this.#results++;
    const content = this.name([{ type: "text", text }], `result${n}.content`);
    const details = this.name({ of: text }, `result${n}.details`);
    return this.name({ content, details, ...more }, `result${n}`);
  }

  error(message, label = `error:${message}`) {
    return this.name(new Error(message), label);
  }

  /**
   * A tool that notes each execute. `run` gets `{ id, args, signal, onUpdate, nth }`; the default returns a result.
   * `more` holds the tool's other fields, or replaces these.
   */
  tool(name, run = () => this.result(name), more = {}) {
    const world = this;
    let nth = 0;
    const tool = {
      name,
      label: name,
      description: name,
      parameters: ANY_OBJECT,
      execute(...args) {
        const [id, input, signal, onUpdate] = args;
        world.note(`execute ${name} with ${args.length} arguments, this`, this, id, input, signal);
        world.note("onUpdate is", typeof onUpdate);
        return run({ id, args: input, signal, onUpdate, nth: nth++ });
      },
      ...more,
    };
    return this.name(tool, `tool:${name}`, { opaque: true });
  }

  /** A hook for `config`, noted with all it gets; `act` gets the hook's context and how often it was called before. */
  hook(label, act = () => undefined) {
    const world = this;
    let nth = 0;
    return function hook(...args) {
      world.note(`${label} with ${args.length} arguments, this`, this, ...args);
      return act(args[0], nth++, args[1]);
    };
  }

  /** An emitter that notes each event; `act` gets the event and its number and decides what `emit` returns. */
  emitter(act = () => undefined) {
    const world = this;
    return function emit(...args) {
      const nth = world.events.length;
      world.events.push(args[0]);
      world.note(`emit with ${args.length} arguments, this`, this, ...args);
      return act(args[0], nth);
    };
  }

  /**
   * The same object with every property read noted: when a field is looked at is part of the behaviour. Reads of one
   * field within a stretch in which nothing else is noted count once, unless `exactReads`.
   */
  watched(object, label, keys = Reflect.ownKeys(object)) {
    const values = { ...object };
    const watched = Array.isArray(object) ? [...object] : { ...object };
    for (const key of keys) {
      Object.defineProperty(watched, key, {
        enumerable: true,
        configurable: true,
        get: () => {
          this.#noteRead(`${label}.${String(key)}`);
          return values[key];
        },
        set: (value) => {
          values[key] = value;
        },
      });
    }
    return this.name(watched, label, { opaque: this.names.isOpaque(object) });
  }

  #noteRead(what) {
    this.activity++;
    // How often a validator looks at a schema is its own business in any case.
    const counts = this.exactReads && !what.endsWith(".parameters");
    if (!counts && this.#readsSinceNote.has(what)) return;
    this.#readsSinceNote.add(what);
    this.lines.push(`${this.clock.now}| read ${what}`);
  }

  /** Fills in what a scenario left out and labels the big objects. */
  complete(parts) {
    const { calls = [], tools = [], signal } = parts;
    const config = "config" in parts ? parts.config : {};
    const message = "message" in parts ? parts.message : { role: "assistant", content: calls };
    const context = "context" in parts ? parts.context : { systemPrompt: "", messages: [], tools };
    const emit = "emit" in parts ? parts.emit : this.emitter();
    for (const [label, value] of Object.entries({ message, context, config, signal })) {
      if (typeof value === "object" && value !== null) this.name(value, label, { opaque: true });
    }
    return { context, message, config, signal, emit };
  }
}

/** A schema that accepts every object as it is. */
export const ANY_OBJECT = { type: "object" };
