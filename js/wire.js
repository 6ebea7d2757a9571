"use strict";
// How values cross the boundary: as bytes in one buffer that both sides see. `src/validate/wire.rs` describes the format.

const buffer = require("./wire/buffer.js");
const { writeProperty } = require("./wire/clone.js");
const { writeArguments } = require("./wire/copy.js");
const { bringMetBack, forgetMet, setMetAside } = require("./wire/met.js");
const { readProperty, readText, readValue, replaceMembers } = require("./wire/read.js");
const { writeSchema } = require("./wire/schema.js");

/** Whether a validation is under way. */
let inUse = false;

/**
 * Opens the buffer for one validation. JavaScript that runs inside of it (a getter in the arguments, a refinement) may
 * validate other arguments: those get a buffer of their own, and `close` brings back the one set aside.
 */
function open() {
  if (inUse) return { buffer: buffer.setAside(), met: setMetAside() };
  inUse = true;
  return undefined;
}

/** @param {ReturnType<typeof open>} aside what `open` gave */
function close(aside) {
  if (aside === undefined) {
    inUse = false;
    buffer.dropKept();
    forgetMet();
    return;
  }
  buffer.bringBack(aside.buffer);
  bringMetBack(aside.met);
}

const { shareBuffer, written, bytesWritten, keepsObjects, keptObject, keepObject, keptTexts, bringTexts } = buffer;

module.exports = {
  shareBuffer,
  open,
  close,
  writeArguments,
  writeSchema,
  written,
  readValue,
  replaceMembers,
  readText,
  bytesWritten,
  keepsObjects,
  keptObject,
  keepObject,
  keptTexts,
  bringTexts,
  readProperty,
  writeProperty,
};
