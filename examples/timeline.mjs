// A batch of tool calls as a picture for the terminal: a line a call, time from left to right.

import cliTruncate from "cli-truncate";
import pc from "picocolors";
import stringWidth from "string-width";

/**
 * What is known of a call. All times are milliseconds since one moment.
 * @typedef {object} TimedCall
 * @property {string} label
 * @property {number} started its start event
 * @property {number} [prepared] when it was prepared, if it was
 * @property {number} [executing] when its tool began, if it did
 * @property {number} ended its end event
 * @property {boolean} failed
 */

const PREPARING = "▒";
const WAITING = "·";
const EXECUTING = "█";

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
  const begin = Math.min(...calls.map((call) => call.started));
  const end = Math.max(...calls.map((call) => call.ended));
  const duration = Math.max(end - begin, 1);
  const total = Math.max(width, NARROWEST);
  const time = `${Math.round(duration)} ms`.length;
  const label = Math.min(
    WIDEST_LABEL,
    Math.floor(total / 3),
    Math.max(...calls.map((call) => stringWidth(call.label))),
  );
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
    const from = at(call.started);
    const until = Math.max(at(call.ended), from);
    const prepared = at(call.prepared ?? call.ended);
    const executing = call.executing === undefined ? columns : at(call.executing);
    const stages = Array.from({ length: columns }, (_, column) => {
      if (column < from || column > until) return " ";
      // The later stage wins a column that two share, so that a quick tool is seen at all.
      if (column >= executing) return EXECUTING;
      return column <= prepared ? PREPARING : WAITING;
    });
    const run = call.failed ? paint.red : paint.green;
    return stages
      .join("")
      .replace(/▒+/u, (cells) => paint.yellow(cells))
      .replace(/·+/u, (cells) => paint.dim(cells))
      .replace(/█+/u, (cells) => run(cells));
  }

  /** What the bars are made of, on one line where it fits. */
  function legend() {
    const parts = [
      `${paint.yellow(PREPARING)} preparing`,
      `${paint.dim(WAITING)} prepared, waiting for the others`,
      `${paint.green(EXECUTING)} executing`,
    ];
    const indent = " ".repeat(label + 4);
    const line = indent + parts.join("   ");
    return stringWidth(line) <= total ? [line] : parts.map((part) => indent + part);
  }
}
