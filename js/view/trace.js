"use strict";
// `PI_TOOLCALLS_TRACE=trace.json`: what happens in this thread as Chrome Trace Event JSON, which Perfetto draws.
//
// An array with an event a line. It is written as things begin and end, so that a file cut off in the middle, by a signal
// or by a tool that hangs, still shows what was under way; readers of this format do not ask for the closing bracket.

const { appendFileSync, closeSync, openSync } = require("node:fs");
const { parse, format } = require("node:path");
const { textOf } = require("../stages/error-result.js");
const { isMainThread, threadId } = require("node:worker_threads");

/** Kept before a program can put its own in its place. */
const { setTimeout } = globalThis;

/** How much is written at once, in UTF-16 units, and how long it may take until the rest is, in milliseconds. */
const CHUNK = 65_536;
const FLUSH_MS = 250;

/** In the environment: the process that has the file itself. One that it starts has a file of its own. */
const OWNER = "PI_TOOLCALLS_TRACE_PID";

/** The lanes of calls come after those of batches. */
const FIRST_CALL_LANE = 100_000;

/** Numbers, of which the lowest that is free is given. */
class Lanes {
  /** @param {string} name @param {number} first */
  constructor(name, first) {
    this.name = name;
    this.first = first;
    /** @type {boolean[]} */
    this.taken = [];
  }

  take() {
    let place = this.taken.indexOf(false);
    const isNew = place === -1;
    if (isNew) place = this.taken.length;
    this.taken[place] = true;
    return { lane: this.first + place, name: isNew ? `${this.name} ${place + 1}` : undefined };
  }

  /** @param {number} lane */
  giveBack(lane) {
    this.taken[lane - this.first] = false;
  }
}

/** @typedef {Trace} TraceFile */

class Trace {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    /** @type {number | undefined} */
    this.file = undefined;
    this.over = false;
    this.waiting = "";
    this.timed = false;
    this.batches = new Lanes("batches", 1);
    this.calls = new Lanes("call", FIRST_CALL_LANE);
  }

  /** A lane that nobody else draws on until it is given back. @param {Lanes} lanes */
  laneOf(lanes) {
    const { lane, name } = lanes.take();
    if (name !== undefined) {
      this.write({ name: "thread_name", ph: "M", pid: process.pid, tid: lane, args: { name } });
      this.write({ name: "thread_sort_index", ph: "M", pid: process.pid, tid: lane, args: { sort_index: lane } });
    }
    return lane;
  }

  /**
   * @param {number} lane @param {string} category @param {string} name @param {number} at milliseconds
   * @param {object} [args]
   */
  begin(lane, category, name, at, args) {
    this.write({ name, cat: category, ph: "B", ts: microseconds(at), pid: process.pid, tid: lane, args });
  }

  /** Ends what was begun last on this lane. @param {number} lane @param {number} at milliseconds @param {object} [args] */
  end(lane, at, args) {
    this.write({ ph: "E", ts: microseconds(at), pid: process.pid, tid: lane, args });
  }

  /** @param {object} event */
  write(event) {
    if (this.file === undefined && !this.over) this.open();
    if (this.over) return;
    this.waiting += `,\n${JSON.stringify(event)}`;
    if (this.waiting.length >= CHUNK) this.flush();
    else if (!this.timed) {
      this.timed = true;
      setTimeout(() => {
        this.timed = false;
        this.flush();
      }, FLUSH_MS).unref?.();
    }
  }

  open() {
    this.attempt(() => {
      this.file = openSync(this.path, "w");
    });
    process.on("exit", () => this.close());
    const name = isMainThread ? "pi-toolcalls" : `pi-toolcalls, thread ${threadId}`;
    this.waiting = `[\n${JSON.stringify({ name: "process_name", ph: "M", pid: process.pid, args: { name } })}`;
  }

  flush() {
    const { file, waiting } = this;
    if (file === undefined || this.over) return;
    this.waiting = "";
    this.attempt(() => appendFileSync(file, waiting));
  }

  close() {
    this.waiting += "\n]\n";
    this.flush();
    this.over = true;
    if (this.file !== undefined) closeSync(this.file);
  }

  /** Does something with the file, or else nothing more. @param {() => void} act */
  attempt(act) {
    try {
      act();
    } catch (error) {
      this.over = true;
      process.emitWarning(
        `PI_TOOLCALLS_TRACE: nothing more is written to ${this.path}: ${textOf(error)}`,
        "PiToolcallsWarning",
      );
    }
  }
}

/** @param {number} at milliseconds @returns {number} rounded to nanoseconds */
function microseconds(at) {
  return Math.round(at * 1e6) / 1e3;
}

/**
 * Where this thread of this process writes, so that no two write into one file.
 * @param {string} wanted
 */
function pathFor(wanted) {
  const owner = process.env[OWNER];
  const pid = String(process.pid);
  let mark = "";
  if (owner !== undefined && owner !== pid) mark += `.${pid}`;
  else process.env[OWNER] = pid;
  if (!isMainThread) mark += `.thread-${threadId}`;
  const { dir, root, name, ext } = parse(wanted);
  return format({ dir, root, name: name + mark, ext });
}

/** @param {string} wanted the path as the user gave it */
function traceTo(wanted) {
  return new Trace(pathFor(wanted));
}

module.exports = { traceTo };
