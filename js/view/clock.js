"use strict";
// The time that the view goes by.

/** Kept before a program can put a function of its own in its place. `performance` would have to be loaded first. */
const { hrtime } = process;

/** Milliseconds since some moment before the machine's processes began, to fractions. */
function now() {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

module.exports = { now };
