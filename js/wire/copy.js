"use strict";
// Arguments, copied as `structuredClone` does and written in the same walk: the tool gets the copy, Rust reads the bytes.
// What is not plain data (dates, maps, arrays with holes, class instances) goes through `structuredClone` first.

const { inspect } = require("node:util");
const { isProxy } = require("node:util").types;
const { ARRAY, OBJECT, DEEPEST } = require("./tags.js");
const {
  beginContainer,
  endContainer,
  putUint32,
  reserve,
  restart,
  writeAllTexts,
  writeKey,
  writeNumber,
  writePrimitive,
  writeSeen,
} = require("./buffer.js");
const { isExotic } = require("./classes.js");
const { writeClone } = require("./clone.js");
const { copyAt, forgetMet, ordinalIfMet, remember } = require("./met.js");
const { put } = require("./properties.js");
const { completeCopy, completeItems, unasked } = require("./stand-in.js");

const ObjectPrototype = Object.prototype;

const WITHOUT_ITEMS = { maxArrayLength: 0, depth: 0, customInspect: false, compact: 3, breakLength: Infinity };
/** Stands for "this value is not plain data"; caught where the walk began. */
const NOT_PLAIN = { name: "not plain data" };

/**
 * Copies arguments as `structuredClone` does and writes them, from the start of the buffer up to `written()`.
 * @param {unknown} value
 * @param {number} keepBeyond strings longer than this many UTF-16 units stay in JavaScript
 * @returns {unknown} the copy
 * @throws {DOMException} a `DataCloneError` where `structuredClone` throws one
 */
function writeArguments(value, keepBeyond) {
  restart(keepBeyond);
  forgetMet();
  let original = value;
  if (plainObjectsAreUsual()) {
    try {
      return copyValue(value, 0);
    } catch (error) {
      if (error !== NOT_PLAIN) throw error;
      original = unasked(value);
      restart(keepBeyond);
      forgetMet();
    }
  }
  const copy = structuredClone(original);
  // Foreign objects are changed while arguments are judged, so these are judged once.
  writeAllTexts();
  writeClone(copy, 0);
  return copy;
}

/**
 * Whether plain objects behave as usual: they have no enumerable keys but their own, so that `for in` gives these alone, and
 * assigning makes an own property. Under a frozen `Object.prototype`, assigning to `constructor` throws.
 */
function plainObjectsAreUsual() {
  for (const _ in {}) return false;
  return Object.isExtensible(ObjectPrototype);
}

/**
 * Writes a value and gives its copy. Throws `NOT_PLAIN` where the copy cannot be made by hand.
 * @param {unknown} value @param {number} depth @returns {unknown}
 */
function copyValue(value, depth) {
  reserve();
  if (typeof value === "object" && value !== null) {
    if (depth === DEEPEST || isProxy(value)) throw NOT_PLAIN;
    return Array.isArray(value) ? copyArray(value, depth + 1) : copyObject(value, depth + 1);
  }
  if (typeof value === "function" || typeof value === "symbol") throw NOT_PLAIN;
  writePrimitive(value);
  return value;
}

/** @param {object} source @param {number} depth */
function copyObject(source, depth) {
  const prototype = Object.getPrototypeOf(source);
  if (prototype !== ObjectPrototype && (prototype !== null || isExotic(source))) throw NOT_PLAIN;
  // An `arguments` object has this symbol, Object.prototype has not; cloning refuses the former.
  if (Symbol.iterator in source) throw NOT_PLAIN;
  const ordinal = ordinalIfMet(source);
  if (ordinal !== -1) {
    writeSeen(ordinal);
    return copyAt(ordinal);
  }
  /** @type {Record<string, unknown>} */
  const copy = {};
  remember(source, copy);
  const start = beginContainer(OBJECT, 9);
  let count = 0;
  let key = "";
  let value;
  try {
    for (key in source) {
      writeKey(key);
      value = /** @type {Record<string, unknown>} */ (source)[key];
      put(copy, key, copyValue(value, depth));
      count++;
    }
  } catch (error) {
    if (error === NOT_PLAIN) completeCopy(copy, source, key, value);
    throw error;
  }
  putUint32(start + 5, count);
  endContainer(start, 1);
  return copy;
}

/** @param {unknown[]} source @param {number} depth */
function copyArray(source, depth) {
  const ordinal = ordinalIfMet(source);
  if (ordinal !== -1) {
    writeSeen(ordinal);
    return copyAt(ordinal);
  }
  if (Object.getPrototypeOf(source) !== Array.prototype || hasExtraKeys(source)) throw NOT_PLAIN;
  const length = source.length;
  const copy = source.slice();
  remember(source, copy);
  const start = beginContainer(ARRAY, 9);
  let index = 0;
  try {
    for (; index < length; index++) {
      const item = copy[index];
      if (typeof item === "number") {
        reserve();
        writeNumber(item);
      } else if (typeof item === "object" && item !== null) {
        copy[index] = copyValue(item, depth);
      } else {
        if (item === undefined && !(index in copy)) throw NOT_PLAIN;
        copyValue(item, depth);
      }
    }
  } catch (error) {
    if (error === NOT_PLAIN) completeItems(copy, index);
    throw error;
  }
  putUint32(start + 5, length);
  endContainer(start, 1);
  return copy;
}

/**
 * Whether an array has own enumerable keys besides its indices, as a match of a regular expression has.
 * @param {unknown[]} array
 */
function hasExtraKeys(array) {
  if (array.length < 64) return Object.keys(array).length !== array.length;
  // Listing the keys of a large array costs more than copying it. `inspect` tells in constant time.
  return inspect(array, WITHOUT_ITEMS) !== `[ ... ${array.length} more items ]`;
}

module.exports = { writeArguments };
