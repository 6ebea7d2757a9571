"use strict";
// Values that the native side wrote.

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
  ARRAY,
  OBJECT,
  SEEN,
  FOREIGN_OBJECT,
  IRREGULAR_ARRAY,
  INHERITED,
} = require("./tags.js");
const { keptObject, keptText } = require("./buffer.js");
const { put } = require("./properties.js");

const ObjectPrototype = Object.prototype;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** In bytes; longer ones take the decoder. */
const SHORT = 32;

/** How many short keys are remembered; a power of two. */
const KNOWN_KEYS = 1024;
/** Of ASCII, by a hash of their bytes. @type {string[]} */
const known = new Array(KNOWN_KEYS).fill("");

/** The bytes that are being read, how far, and the containers met in them. @type {Uint8Array} */
let reading = new Uint8Array();
let cursor = 0;
/** @type {object[]} */
let met = [];

/**
 * Reads a value that Rust wrote while `writeArguments`'s strings and objects are still at hand.
 * @param {Uint8Array} from
 */
function readValue(from) {
  return readFrom(from, read);
}

/**
 * Reads a property that is to be set: its key and value, or its key alone where it is set to what it is.
 * @param {Record<string, unknown>} object @param {Uint8Array} from
 */
function readProperty(object, from) {
  return readFrom(from, () => {
    const key = readKey();
    return { key, value: reading[cursor++] === 1 ? object[key] : read() };
  });
}

/**
 * Puts other values in the place of some members of an object: how many, then the key and the value of each.
 * @template {object} T @param {T} object @param {Uint8Array} from
 */
function replaceMembers(object, from) {
  return readFrom(from, () => readPairs(object, getUint32(advance(4))));
}

/** @template T @param {Uint8Array} from @param {() => T} readSome @returns {T} */
function readFrom(from, readSome) {
  const outer = { reading, cursor, met };
  reading = from;
  cursor = 0;
  met = [];
  try {
    return readSome();
  } finally {
    ({ reading, cursor, met } = outer);
  }
}

/** @returns {unknown} */
function read() {
  const tag = reading[cursor++];
  switch (tag) {
    case UNDEFINED:
      return undefined;
    case NULL:
      return null;
    case FALSE:
      return false;
    case TRUE:
      return true;
    case INT32:
      return getUint32(advance(4)) | 0;
    case DOUBLE:
      return new DataView(reading.buffer, reading.byteOffset).getFloat64(advance(8), true);
    case SHORT_TEXT:
      return takeText(reading[cursor++]);
    case TEXT:
      return takeText(getUint32(advance(4)));
    case LEFT_OUT_TEXT:
      return keptText(getUint32(advance(8)));
    case BIGINT:
      return BigInt(takeText(getUint32(advance(4))));
    case ARRAY:
      return readArray(getUint32(advance(8) + 4));
    case OBJECT:
      return readPairs(keepMet({}), getUint32(advance(8) + 4));
    case SEEN:
      return met[getUint32(advance(4))];
    case FOREIGN_OBJECT: {
      const at = advance(13);
      return readPairs(keepMet(/** @type {object} */ (keptObject(getUint32(at)))), getUint32(at + 9));
    }
    case IRREGULAR_ARRAY: {
      const at = advance(12);
      const array = keepMet(/** @type {unknown[]} */ ([]));
      array.length = getUint32(at + 4);
      return readPairs(array, getUint32(at + 8));
    }
    case INHERITED:
      return /** @type {Record<string, unknown>} */ (ObjectPrototype)[readKey()];
    default:
      throw new Error(`pi-toolcalls: the native side wrote an unknown tag ${tag}; this is a bug of pi-toolcalls`);
  }
}

/** @param {number} count */
function readArray(count) {
  /** @type {unknown[]} */
  const array = keepMet([]);
  for (let index = 0; index < count; index++) array.push(read());
  return array;
}

/** @template {object} T @param {T} target @param {number} count @returns {T} */
function readPairs(target, count) {
  for (let index = 0; index < count; index++) {
    const key = readKey();
    const value = read();
    put(target, key, value);
  }
  return target;
}

function readKey() {
  const length = reading[cursor++];
  if (length < SHORT) return takeKnown(length);
  return takeText(length < 255 ? length : getUint32(advance(4)));
}

/**
 * A short key: most are those of the calls before, and finding one costs less than building it.
 * @param {number} length in bytes
 */
function takeKnown(length) {
  const from = advance(length);
  let hash = length;
  for (let at = from; at < cursor; at++) hash = (Math.imul(hash, 31) + reading[at]) | 0;
  const place = hash & (KNOWN_KEYS - 1);
  const key = known[place];
  if (key.length === length && stands(key, from)) return key;
  cursor = from;
  const read = takeText(length);
  // Of ASCII alone, whose units are its bytes: any other text has fewer units than bytes.
  if (read.length === length) known[place] = read;
  return read;
}

/** Whether the bytes from there on are those of this ASCII text, which is as long as they are. @param {string} text @param {number} from */
function stands(text, from) {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== reading[from + at]) return false;
  return true;
}

/** @param {number} at */
function getUint32(at) {
  return (reading[at] | (reading[at + 1] << 8) | (reading[at + 2] << 16) | (reading[at + 3] << 24)) >>> 0;
}

/** Moves over `count` bytes and gives the place they began at. @param {number} count */
function advance(count) {
  const at = cursor;
  cursor += count;
  return at;
}

/** @template {object} T @param {T} container @returns {T} */
function keepMet(container) {
  met.push(container);
  return container;
}

/** @param {number} length in bytes */
function takeText(length) {
  const from = advance(length);
  let text = "";
  if (length < SHORT) {
    for (let at = from; at < cursor; at++) {
      const unit = reading[at];
      if (unit > 0x7f) return readText(reading.subarray(from, cursor));
      text += String.fromCharCode(unit);
    }
    return text;
  }
  return readText(reading.subarray(from, cursor));
}

/** A text as it stands in the bytes. @param {Uint8Array} wtf8 */
function readText(wtf8) {
  // A lone surrogate is ED A0..BF xx, which is not UTF-8.
  for (let at = wtf8.indexOf(0xed); at !== -1; at = wtf8.indexOf(0xed, at + 1)) {
    if (wtf8[at + 1] >= 0xa0) return readSurrogates(wtf8);
  }
  return decoder.decode(wtf8);
}

/** @param {Uint8Array} region WTF-8 with lone surrogates */
function readSurrogates(region) {
  let text = "";
  let from = 0;
  for (let at = region.indexOf(0xed); at !== -1; at = region.indexOf(0xed, at + 1)) {
    if (region[at + 1] < 0xa0) continue;
    text += decoder.decode(region.subarray(from, at));
    text += String.fromCharCode(0xd000 | ((region[at + 1] & 0x3f) << 6) | (region[at + 2] & 0x3f));
    from = at + 3;
  }
  return text + decoder.decode(region.subarray(from));
}

module.exports = { readValue, readProperty, readText, replaceMembers };
