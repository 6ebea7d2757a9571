// What is being measured at the moment, on standard error: one line that changes, or a line each where it cannot.

import cliTruncate from "cli-truncate";

const ERASE_LINE = "\r\u001B[2K";
const { stderr } = process;
let begun = 0;
let total = 0;

/** @param {number} steps */
export function begin(steps) {
  begun = 0;
  total = steps;
}

/** The next step has begun. @param {string} text */
export function step(text) {
  begun++;
  say(text);
}

/** What a step is at. @param {string} text */
export function say(text) {
  const line = `[${String(begun).padStart(String(total).length)}/${total}] ${text}`;
  stderr.write(stderr.isTTY ? ERASE_LINE + cliTruncate(line, (stderr.columns || 80) - 1) : `${line}\n`);
}

export function clear() {
  if (stderr.isTTY) stderr.write(ERASE_LINE);
}
