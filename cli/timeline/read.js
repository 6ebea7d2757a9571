// Reads what `PI_TOOLCALLS_TRACE` wrote: the batches of a run, their calls and the stages of these.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * All times are milliseconds since one moment.
 * @typedef {object} TimedStage
 * @property {string} name
 * @property {number} from
 * @property {number} until
 *
 * @typedef {object} TimedCall
 * @property {string} label
 * @property {number} started its start event
 * @property {TimedStage[]} stages one after the other
 * @property {number} ended its end event
 * @property {boolean} failed
 * @property {string} [status] in a word; nothing where the call has not ended
 *
 * @typedef {object} TimedBatch
 * @property {string} title
 * @property {TimedCall[]} calls in the order of the message
 *
 * @typedef {{ name?: string, cat?: string, ph: string, ts?: number, pid?: number, tid?: number, args?: any }} TraceEvent
 * @typedef {{ call?: TimedCall, batch?: Gathered, stage?: TimedStage }} Slice under way, and what ends with it
 * @typedef {object} Gathered a batch of which more is still read
 * @property {string} mode @property {number} from @property {number | undefined} until @property {TimedCall[]} calls
 */

/** What is the matter with a file, for the person at the terminal. */
export class NoTrace extends Error {}

/**
 * @param {string} path
 * @returns {TimedBatch[]} in the order in which they began
 * @throws {NoTrace}
 */
export function readTrace(path) {
  return batchesOf(eventsOf(contentOf(path), path));
}

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new NoTrace(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} text @param {string} path @returns {TraceEvent[]} */
function eventsOf(text, path) {
  const events = parsed(text) ?? cutOff(text);
  const list = Array.isArray(events) ? events : events?.traceEvents;
  if (!Array.isArray(list)) throw new NoTrace(`${path} is no trace: it has no array of trace events`);
  const ours = list.filter((event) => typeof event?.ph === "string");
  if (!ours.some(({ cat }) => cat === "tool"))
    throw new NoTrace(`${path} is no trace of tool calls: there are none in it`);
  return ours;
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The events of a file that was not closed, as far as they go. @param {string} text */
function cutOff(text) {
  if (!text.startsWith("[")) return undefined;
  return text
    .slice(1)
    .split("\n")
    .map((line) => parsed(line.replace(/,\s*$/, "")))
    .filter((event) => event !== undefined);
}

/** @param {TraceEvent[]} events */
function batchesOf(events) {
  const last = events.reduce((latest, { ts = 0 }) => Math.max(latest, ts), 0) / 1000;
  /** @type {Gathered[]} */
  const batches = [];
  /** @type {Map<string, Gathered>} by process and number */
  const byNumber = new Map();
  /** @type {Map<string, Slice[]>} what is under way, by lane */
  const lanes = new Map();
  for (const event of events) {
    const lane = `${event.pid} ${event.tid}`;
    const open = lanes.get(lane) ?? [];
    lanes.set(lane, open);
    if (event.ph === "B") open.push(begin(event, open));
    else if (event.ph === "E") finish(open.pop(), event);
  }
  for (const open of lanes.values()) for (const slice of open) leave(slice);
  return batches.map(titled);

  /** @param {TraceEvent} event @param {Slice[]} open @returns {Slice} */
  function begin({ name = "?", cat: category = "", ts = 0, pid, args = {} }, open) {
    const from = ts / 1000;
    if (category === "batch") {
      const batch = gather(args.mode, from);
      byNumber.set(`${pid} ${args.batch}`, batch);
      return { batch };
    }
    if (category === "tool") {
      /** @type {TimedCall} */
      const call = { label: oneLine(name), started: from, stages: [], ended: from, failed: false };
      const known = byNumber.get(`${pid} ${args.batch}`);
      // A call outside of a batch is drawn as one, which is over when the call is.
      const batch = known ?? gather(args.mode, from);
      batch.calls.push(call);
      return { call, batch: known === undefined ? batch : undefined };
    }
    const stage = { name, from, until: from };
    open.at(-1)?.call?.stages.push(stage);
    return { stage };
  }

  /** @param {string} mode @param {number} from */
  function gather(mode, from) {
    /** @type {Gathered} */
    const batch = { mode, from, until: undefined, calls: [] };
    batches.push(batch);
    return batch;
  }

  /** @param {Slice | undefined} slice @param {TraceEvent} event */
  function finish(slice, { ts = 0, args }) {
    const until = ts / 1000;
    if (slice?.stage) slice.stage.until = until;
    if (slice?.call) Object.assign(slice.call, { ended: until, status: args?.status, failed: args?.status !== "ok" });
    if (slice?.batch) slice.batch.until = until;
  }

  /** What was under way when the file ends. @param {Slice} slice */
  function leave({ stage, call }) {
    if (stage) stage.until = last;
    if (call) Object.assign(call, { ended: last, failed: true });
  }

  /** @param {Gathered} batch @param {number} index @returns {TimedBatch} */
  function titled({ mode, from, until, calls }, index) {
    const count = `${calls.length} call${calls.length === 1 ? "" : "s"}`;
    const took = until === undefined ? "not over" : `${Math.round(until - from)} ms`;
    return { title: `Batch ${index + 1}: ${count}, ${mode}, ${took}`, calls: calls.map(labelled) };
  }
}

/** Says in the label how a call failed. @param {TimedCall} call */
function labelled(call) {
  const how = call.status === undefined ? "not over" : call.status;
  return call.failed ? { ...call, label: `${call.label} (${how})` } : call;
}

/** The names of tools are not ours: no control characters, whatever is in them. @param {unknown} name */
function oneLine(name) {
  return stripVTControlCharacters(String(name)).replace(/[\s\p{Cc}]+/gu, " ");
}
