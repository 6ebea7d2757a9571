"use strict";
// The buffer that both sides see, and how scalars, keys and the headers of containers are written to it.

const {
  UNDEFINED,
  NULL,
  FALSE,
  TRUE,
  INT32,
  DOUBLE,
  SHORT_TEXT,
  TEXT,
  LEFT_OUT_TEXT,
  BIGINT,
  SEEN,
} = require("./tags.js");

const encoder = new TextEncoder();

let bytes = new Uint8Array(16 * 1024);
const scratch = new DataView(new ArrayBuffer(8));
let position = 0;

/** Strings longer than this many UTF-16 units stay in JavaScript. */
let longestText = 0;
/** @type {string[]} strings that stayed in JavaScript, by index */
let texts = [];
/** @type {unknown[]} objects and functions that stayed in JavaScript, by index */
let objects = [];

/** @type {(buffer: ArrayBuffer) => void} */
let announce = () => {};

/**
 * Says who is told of the buffer, now and whenever it is replaced by a larger one.
 * @param {(buffer: ArrayBuffer) => void} listener
 */
function shareBuffer(listener) {
  announce = listener;
  announce(/** @type {ArrayBuffer} */ (bytes.buffer));
}

/** @param {number} extra bytes that must fit behind `position` */
function grow(extra) {
  const larger = new Uint8Array(Math.max(bytes.length * 2, position + extra + 1024));
  larger.set(bytes.subarray(0, position));
  announce(/** @type {ArrayBuffer} */ (larger.buffer));
  bytes = larger;
}

/** @param {number} at @param {number} value */
function putUint32(at, value) {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** @param {number} value */
function writeNumber(value) {
  if ((value | 0) === value && (value !== 0 || 1 / value > 0)) {
    bytes[position] = INT32;
    putUint32(position + 1, value);
    position += 5;
    return;
  }
  scratch.setFloat64(0, value, true);
  bytes[position++] = DOUBLE;
  for (let index = 0; index < 8; index++) bytes[position++] = scratch.getUint8(index);
}

/**
 * Writes WTF-8: UTF-8 that also holds lone surrogates. Gives the number of bytes.
 * @param {string} text @param {number} at
 */
function putWtf8(text, at) {
  if (text.length > 32 && text.isWellFormed()) {
    return encoder.encodeInto(text, bytes.subarray(at)).written;
  }
  let end = at;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[end++] = unit;
    } else if (unit < 0x800) {
      bytes[end++] = 0xc0 | (unit >> 6);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else {
      const point = /** @type {number} */ (text.codePointAt(index));
      if (point > 0xffff) {
        index++;
        bytes[end++] = 0xf0 | (point >> 18);
        bytes[end++] = 0x80 | ((point >> 12) & 0x3f);
      } else {
        bytes[end++] = 0xe0 | (point >> 12);
      }
      bytes[end++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[end++] = 0x80 | (point & 0x3f);
    }
  }
  return end - at;
}

/** @param {string} text */
function writeText(text) {
  const length = text.length;
  if (length > longestText) {
    bytes[position] = LEFT_OUT_TEXT;
    putUint32(position + 1, texts.length);
    putUint32(position + 5, length);
    position += 9;
    texts.push(text);
    return;
  }
  if (position + length * 3 + 16 > bytes.length) grow(length * 3 + 16);
  if (length < 64) {
    let index = 0;
    for (let at = position + 2; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) break;
      bytes[at++] = unit;
    }
    if (index === length) {
      bytes[position] = SHORT_TEXT;
      bytes[position + 1] = length;
      position += 2 + length;
      return;
    }
  }
  bytes[position] = TEXT;
  const written = putWtf8(text, position + 5);
  putUint32(position + 1, written);
  position += 5 + written;
}

/** @param {string} key */
function writeKey(key) {
  const length = key.length;
  if (position + length * 3 + 16 > bytes.length) grow(length * 3 + 16);
  if (length < 64) {
    let index = 0;
    for (let at = position + 1; index < length; index++) {
      const unit = key.charCodeAt(index);
      if (unit > 0x7f) break;
      bytes[at++] = unit;
    }
    if (index === length) {
      bytes[position] = length;
      position += 1 + length;
      return;
    }
  }
  const written = putWtf8(key, position + 5);
  if (written < 255) {
    bytes.copyWithin(position + 1, position + 5, position + 5 + written);
    bytes[position] = written;
    position += 1 + written;
  } else {
    bytes[position] = 255;
    putUint32(position + 1, written);
    position += 5 + written;
  }
}

/** Makes room for a scalar or a header. */
function reserve() {
  if (position + 32 > bytes.length) grow(32);
}

/** @param {number} tag one that nothing follows */
function writeTag(tag) {
  bytes[position++] = tag;
}

/** @param {number} at @param {number} byte */
function putByte(at, byte) {
  bytes[at] = byte;
}

/**
 * Leaves room for a container's header; `endContainer` fills it in.
 * @param {number} tag @param {number} size of the header, tag included
 */
function beginContainer(tag, size) {
  const start = position;
  bytes[start] = tag;
  position += size;
  return start;
}

/** @param {number} start of the container @param {number} at where its body length stands */
function endContainer(start, at) {
  putUint32(start + at, position - (start + at + 4));
}

/** @param {unknown} value a primitive */
function writePrimitive(value) {
  switch (typeof value) {
    case "string":
      writeText(value);
      return;
    case "number":
      writeNumber(value);
      return;
    case "boolean":
      bytes[position++] = value ? TRUE : FALSE;
      return;
    case "undefined":
      bytes[position++] = UNDEFINED;
      return;
    case "bigint": {
      const digits = value.toString();
      if (position + digits.length + 16 > bytes.length) grow(digits.length + 16);
      bytes[position] = BIGINT;
      putUint32(position + 1, digits.length);
      position += 5;
      position += putWtf8(digits, position);
      return;
    }
    default:
      bytes[position++] = NULL;
  }
}

/** @param {number} ordinal */
function writeSeen(ordinal) {
  bytes[position] = SEEN;
  putUint32(position + 1, ordinal);
  position += 5;
}

/** Bytes, as a text. @param {Uint8Array} raw */
function writeRaw(raw) {
  if (position + raw.length + 16 > bytes.length) grow(raw.length + 16);
  bytes[position] = TEXT;
  putUint32(position + 1, raw.length);
  bytes.set(raw, position + 5);
  position += 5 + raw.length;
}

/**
 * Begins at the start of the buffer, with nothing kept.
 * @param {number} keepBeyond strings longer than this many UTF-16 units stay in JavaScript
 */
function restart(keepBeyond) {
  position = 0;
  longestText = keepBeyond;
  dropKept();
}

/** Begins at the start of the buffer; what stayed in JavaScript stays known. */
function rewind() {
  position = 0;
}

/** Writes all texts from here on. */
function writeAllTexts() {
  longestText = Number.POSITIVE_INFINITY;
}

/** Lets go of what stayed in JavaScript. */
function dropKept() {
  if (texts.length > 0) texts = [];
  if (objects.length > 0) objects = [];
}

/** How many bytes of the buffer the last write filled. */
function written() {
  return position;
}

/** The buffer, at whose beginning the native side wrote a value. */
function bytesWritten() {
  return bytes;
}

/** Whether the last write kept objects here. */
function keepsObjects() {
  return objects.length > 0;
}

/** The objects that stayed in JavaScript, by the index the native side knows them by. */
function keptObjects() {
  return objects;
}

/** @param {number} index @returns {any} */
function keptObject(index) {
  return objects[index];
}

/** Keeps an object or a function and gives its index. @param {unknown} object */
function keepObject(object) {
  return objects.push(object) - 1;
}

/** @param {number} index */
function keptText(index) {
  return texts[index];
}

/** The strings that stayed in JavaScript, for `bringTexts`. */
function keptTexts() {
  return texts;
}

/** Has strings at hand again that stayed in JavaScript. @param {string[]} kept */
function bringTexts(kept) {
  texts = kept;
}

/** Puts the buffer aside for another one, and gives it. */
function setAside() {
  const aside = { bytes, position, longestText, texts, objects };
  bytes = new Uint8Array(4096);
  texts = [];
  objects = [];
  announce(/** @type {ArrayBuffer} */ (bytes.buffer));
  return aside;
}

/** @param {ReturnType<typeof setAside>} aside */
function bringBack(aside) {
  ({ bytes, position, longestText, texts, objects } = aside);
  announce(/** @type {ArrayBuffer} */ (bytes.buffer));
}

module.exports = {
  shareBuffer,
  reserve,
  writeTag,
  putByte,
  putUint32,
  writeNumber,
  writeText,
  writeKey,
  beginContainer,
  endContainer,
  writePrimitive,
  writeSeen,
  writeRaw,
  restart,
  rewind,
  writeAllTexts,
  dropKept,
  written,
  bytesWritten,
  keepsObjects,
  keptObjects,
  keptObject,
  keepObject,
  keptText,
  keptTexts,
  bringTexts,
  setAside,
  bringBack,
};
