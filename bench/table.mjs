// Tables, for the terminal and for Markdown.

import stringWidth from "string-width";

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string[]} columns
 * @property {number} words how many columns are of words; the others are of numbers
 * @property {string[][]} rows
 * @property {string} [note] what has to be known to read it
 */

/** @param {string} text @param {number} width */
const padEnd = (text, width) => text + " ".repeat(Math.max(0, width - stringWidth(text)));
/** @param {string} text @param {number} width */
const padStart = (text, width) => " ".repeat(Math.max(0, width - stringWidth(text))) + text;

/**
 * @param {Table} table @param {{ bold: (text: string) => string, dim: (text: string) => string }} paint
 */
export function forTerminal({ title, columns, words, rows, note }, paint) {
  const widths = columns.map((column, index) =>
    Math.max(...[column, ...rows.map((row) => row[index])].map((cell) => stringWidth(cell))),
  );
  /** @param {string[]} cells */
  const line = (cells) =>
    cells
      .map((cell, index) => (index < words ? padEnd : padStart)(cell, widths[index]))
      .join("  ")
      .trimEnd();
  const lines = [paint.bold(title), paint.dim(line(columns)), ...rows.map(line)];
  if (note) lines.push(paint.dim(note));
  return lines.join("\n").replaceAll("`", "");
}

/** @param {Table} table */
export function forMarkdown({ title, columns, words, rows, note }) {
  /** @param {string[]} cells */
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = columns.map((_, index) => (index < words ? "---" : "---:"));
  return [`## ${title}`, "", ...(note ? [note, ""] : []), ...[columns, rule, ...rows].map(line)].join("\n");
}
