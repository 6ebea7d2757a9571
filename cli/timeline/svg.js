// Batches of tool calls as one SVG that needs nothing else: a row a call, time from left to right.
import { FAILED, STAGES } from "./stages.js";

/** @typedef {import("./read.js").TimedBatch} TimedBatch @typedef {import("./read.js").TimedCall} TimedCall */

/** All in pixels. */
const WIDTH = 1000;
const LABEL = 220;
const TIME = 80;
const ROW = 20;
const BAR = 12;
const TITLE = 34;
const MARGIN = 12;
const BARS = WIDTH - 2 * MARGIN - LABEL - TIME;

/** How many characters of a label there is room for. */
const LABEL_LENGTH = 32;

/** @param {string} text */
function escaped(text) {
  const shown = text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, "\u{FFFD}");
  return shown.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {number} number */
const short = (number) => String(Math.round(number * 100) / 100);

/** @param {number} milliseconds */
const took = (milliseconds) =>
  milliseconds < 10 ? `${Math.round(milliseconds * 100) / 100} ms` : `${Math.round(milliseconds)} ms`;

/** @param {number} x @param {number} y @param {string} text @param {string} [more] attributes */
const textAt = (x, y, text, more = "") => `<text x="${short(x)}" y="${short(y)}"${more}>${escaped(text)}</text>`;

/**
 * @param {TimedBatch[]} batches
 * @returns {string}
 */
export function drawSvg(batches) {
  const parts = [];
  let y = MARGIN;
  for (const batch of batches) {
    parts.push(...batchAt(y, batch));
    y += TITLE + batch.calls.length * ROW;
  }
  y += MARGIN;
  parts.push(...legendAt(y));
  const height = y + ROW + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#222">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

/** @param {number} top @param {TimedBatch} batch */
function batchAt(top, { title, calls }) {
  const begin = calls.reduce((first, { started }) => Math.min(first, started), Number.POSITIVE_INFINITY);
  const end = calls.reduce((last, { ended }) => Math.max(last, ended), begin);
  const scale = BARS / Math.max(end - begin, 1e-6);
  const rows = calls.flatMap((call, n) => callAt(top + TITLE + n * ROW, call, begin, scale));
  return [textAt(MARGIN, top + 20, title, ' font-weight="bold"'), ...rows];
}

/** @param {number} top @param {TimedCall} call @param {number} begin @param {number} scale pixels a millisecond */
function callAt(top, call, begin, scale) {
  const baseline = top + 11;
  const at = (/** @type {number} */ moment) => MARGIN + LABEL + (moment - begin) * scale;
  const label = call.label.length > LABEL_LENGTH ? `${call.label.slice(0, LABEL_LENGTH - 1)}…` : call.label;
  const colour = call.failed ? ` fill="${FAILED}"` : "";
  const line = rectangle(at(call.started), top + BAR / 2, (call.ended - call.started) * scale, 1, "#888", call.label);
  const bars = call.stages
    .filter(({ name }) => name in STAGES)
    .map(({ name, from, until }) => {
      const fill = call.failed && name === "executing" ? FAILED : STAGES[name].fill;
      return rectangle(at(from), top, (until - from) * scale, BAR, fill, `${STAGES[name].text}: ${took(until - from)}`);
    });
  return [
    textAt(MARGIN, baseline, label, colour),
    line,
    ...bars,
    textAt(WIDTH - MARGIN, baseline, took(call.ended - call.started), ' text-anchor="end"'),
  ];
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} fill @param {string} title */
function rectangle(x, y, width, height, fill, title) {
  // What is there is seen.
  const seen = Math.max(width, 0.5);
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(seen)}" height="${height}" fill="${fill}"><title>${escaped(title)}</title></rect>`;
}

/** @param {number} y */
function legendAt(y) {
  return Object.values(STAGES).flatMap(({ text, fill }, n) => {
    const x = MARGIN + n * 160;
    return [rectangle(x, y, BAR, BAR, fill, text), textAt(x + BAR + 6, y + 11, text)];
  });
}
