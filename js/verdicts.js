"use strict";
// Verdicts that are found on another thread, and who waits for them.

const { onVerdict } = require("./native.js");

/** @type {Map<number, () => void>} by the verdict's number */
const waiting = new Map();

onVerdict((number) => {
  const found = waiting.get(number);
  waiting.delete(number);
  found?.();
});

/**
 * Resolves when a verdict has been found. Whoever awaits it goes on in its own async context.
 * @param {number} number
 * @returns {Promise<void>}
 */
function verdictFound(number) {
  return new Promise((resolve) => {
    waiting.set(number, resolve);
  });
}

module.exports = { verdictFound };
