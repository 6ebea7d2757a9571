// A batch of tool calls as a picture for the terminal: a line a call, time from left to right.

import cliTruncate from "cli-truncate";
import pc from "picocolors";
import stringWidth from "string-width";
import { STAGES } from "./stages.js";

/** @typedef {import("./read.js").TimedCall} TimedCall */

/** Columns that the picture never goes below: bars in fewer say nothing. */
const NARROWEST = 50;
const WIDEST_LABEL = 32;

/**
 * @param {string} text @param {number} width columns
 */
function padTo(text, width) {
  const short = cliTruncate(text, width);
  return short + " ".repeat(width - stringWidth(short));
}

/**
 * Draws a batch. No line is wider than `width`, or than 50 columns where that is less.
 * @param {TimedCall[]} calls in the order of the message
 * @param {{ width: number, colours: boolean }} terminal `width` in columns
 */
export function drawTimeline(calls, { width, colours }) {
  if (calls.length === 0) return "";
  const paint = pc.createColors(colours);
  const begin = calls.reduce((first, { started }) => Math.min(first, started), Number.POSITIVE_INFINITY);
  const end = calls.reduce((last, { ended }) => Math.max(last, ended), begin);
  const duration = Math.max(end - begin, 1);
  const total = Math.max(width, NARROWEST);
  const time = `${Math.round(duration)} ms`.length;
  const widest = calls.reduce((most, call) => Math.max(most, stringWidth(call.label)), 0);
  const label = Math.min(WIDEST_LABEL, Math.floor(total / 3), widest);
  const columns = total - label - time - 8;

  const lines = calls.map((call) => {
    const mark = call.failed ? paint.red("✗") : paint.green("✓");
    const took = `${Math.round(call.ended - call.started)} ms`.padStart(time);
    return `${mark} ${padTo(call.label, label)} │${bar(call)}│ ${took}`;
  });
  const axis = `${" ".repeat(label + 3)}└${"─".repeat(columns)}┘`;
  const scale = `${padTo("0", columns - time)}${Math.round(duration)} ms`;
  return [...lines, axis, `${" ".repeat(label + 4)}${scale}`, ...legend()].join("\n");

  /** @param {TimedCall} call */
  function bar(call) {
    const at = (/** @type {number} */ moment) => Math.round(((moment - begin) / duration) * (columns - 1));
    const stages = call.stages.filter(({ name }) => name in STAGES);
    /** @type {(string | undefined)[]} */
    const cells = Array.from({ length: columns });
    // Between two stages the emitter ran: the one before stands for it. The later stage wins a column that two share, so
    // that a quick tool is seen at all.
    cells.fill(Object.keys(STAGES)[0], at(call.started), at(stages[0]?.from ?? call.ended) + 1);
    for (const [n, { name, from }] of stages.entries()) {
      cells.fill(name, at(from), at(stages[n + 1]?.from ?? call.ended) + 1);
    }
    let painted = "";
    for (let from = 0, until = 0; from < columns; from = until) {
      while (until < columns && cells[until] === cells[from]) until++;
      painted += run(cells[from], until - from, call.failed);
    }
    return painted;
  }

  /** @param {string | undefined} stage @param {number} length @param {boolean} failed */
  function run(stage, length, failed) {
    if (stage === undefined) return " ".repeat(length);
    const { cell, paint: colour } = STAGES[stage];
    return paint[failed && stage === "executing" ? "red" : colour](cell.repeat(length));
  }

  /** What the bars are made of, on one line where it fits. */
  function legend() {
    const seen = Object.entries(STAGES).filter(([name]) =>
      calls.some(({ stages }) => stages.some((s) => s.name === name)),
    );
    const parts = seen.map(([, { cell, paint: colour, text }]) => `${paint[colour](cell)} ${text}`);
    const indent = " ".repeat(label + 4);
    const line = indent + parts.join("   ");
    return stringWidth(line) <= total ? [line] : parts.map((part) => indent + part);
  }
}
