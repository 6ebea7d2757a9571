"use strict";
// Whether this package knows the behaviour of a pi version, and which profile stands for it. The only place that
// compares versions.

/** The first and the last version with the behaviour of a profile, both inclusive. */
const RANGES = [{ first: "0.69.0", last: "0.75.3", profile: "0.73.1" }];

/** What is covered, for a person. */
const COVERED = RANGES.map(({ first, last }) => `${first} to ${last}`).join(", ");

/**
 * @param {string} version
 * @returns {number[] | undefined} nothing for a pre-release or whatever else is not three plain numbers
 */
function numbersOf(version) {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(version);
  return match ? match.slice(1).map(Number) : undefined;
}

/**
 * Negative where `a` is the older one.
 * @param {number[]} a @param {number[]} b
 */
function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * @typedef {{ profile: string, reason?: undefined } | { profile?: undefined, reason: string }} Coverage
 */

/**
 * Says by the rules of which profile the batches of a pi-agent-core are run, or why they are not.
 * @param {string} version of pi-agent-core, or of the bundled pi command that carries it
 * @returns {Coverage}
 */
function coverageOf(version) {
  const numbers = numbersOf(version);
  if (numbers) {
    for (const { first, last, profile } of RANGES) {
      const [from, to] = /** @type {number[][]} */ ([numbersOf(first), numbersOf(last)]);
      if (compare(from, numbers) <= 0 && compare(numbers, to) <= 0) return { profile };
    }
  }
  return { reason: `its behaviour is not known to this version of pi-toolcalls, which covers ${COVERED}` };
}

module.exports = { coverageOf, COVERED };
