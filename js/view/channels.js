"use strict";
// The channels of `node:diagnostics_channel` that tell what happens, under the names and in the order of its tracing
// channels: start, end, asyncStart, asyncEnd, error.

const { tracingChannel } = require("node:diagnostics_channel");
const { textOf } = require("../stages/error-result.js");

/**
 * @typedef {import("node:diagnostics_channel").Channel} Channel
 * @typedef {import("node:diagnostics_channel").TracingChannel} TracingChannel
 */

let warned = false;

/** @param {Channel} channel @param {unknown} thrown */
function warnOf(channel, thrown) {
  if (warned) return;
  warned = true;
  process.emitWarning(
    `A subscriber of the channel "${String(channel.name)}" threw: ${textOf(thrown)}. Further failures of this kind are not reported.`,
    "PiToolcallsWarning",
  );
}

/**
 * Node.js ends the process when a subscriber throws. A view must not do that to what it looks at.
 * @param {Channel} channel @param {unknown} message
 */
function publish(channel, message) {
  const subscribers = /** @type {any} */ (channel)._subscribers;
  if (!Array.isArray(subscribers)) {
    // Nobody listens, or this runtime keeps its subscribers elsewhere.
    channel.publish(message);
    return;
  }
  for (const subscriber of subscribers) {
    try {
      subscriber(message, channel.name);
    } catch (thrown) {
      warnOf(channel, thrown);
    }
  }
}

/**
 * The same channel, with subscribers that can throw without harm.
 * @param {Channel} channel
 * @returns {Channel}
 */
function guarded(channel) {
  return Object.create(channel, { publish: { value: (/** @type {unknown} */ message) => publish(channel, message) } });
}

// Kept, because Node.js itself holds a channel weakly, and finds it again by its name.
const tool = tracingChannel("pi-toolcalls:tool");
const batch = tracingChannel("pi-toolcalls:batch");
const { start, end, asyncStart, asyncEnd, error } = tool;
const { start: begin, end: begun, asyncStart: ending, asyncEnd: ended, error: failed } = batch;

/** Whether anybody listens. It is asked once a batch, and written out because a loop takes four times as long. */
function haveSubscribers() {
  return (
    start.hasSubscribers ||
    end.hasSubscribers ||
    asyncStart.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers ||
    begin.hasSubscribers ||
    begun.hasSubscribers ||
    ending.hasSubscribers ||
    ended.hasSubscribers ||
    failed.hasSubscribers
  );
}

/** @param {TracingChannel} channels */
function allGuarded(channels) {
  return {
    start: guarded(channels.start),
    end: guarded(channels.end),
    asyncStart: guarded(channels.asyncStart),
    asyncEnd: guarded(channels.asyncEnd),
    error: guarded(channels.error),
  };
}

/** @type {{ tool: ReturnType<typeof allGuarded>, batch: ReturnType<typeof allGuarded> } | undefined} */
let made;

/** What a watch publishes to. Made when it is wanted: an object that others inherit from is slower to look into. */
function channels() {
  made ??= { tool: allGuarded(tool), batch: allGuarded(batch) };
  return made;
}

module.exports = { channels, haveSubscribers };
