"use strict";
// Foreign objects of arguments (dates, maps, typed arrays …), changed and copied as the native side asks for: what that
// does to them is for V8 to say. `src/validate/foreign.rs` describes questions and answers.

const { isArrayBufferView, isMap, isRegExp, isSet } = require("node:util").types;
const { ASSIGN, COPY } = require("./protocol.js");
const { readProperty, keepObject, keptObject, writeProperty } = require("./wire.js");

/** `Copying` in `src/validate/refine.rs` has the same numbers. */
const STRUCTURED = 0;

const UNSAFE = ["__proto__", "constructor", "prototype"];

/**
 * Answers a question about the foreign object of that number.
 * @param {number} question @param {number} index @param {Uint8Array} bytes
 * @returns {number}
 */
function answer(question, index, bytes) {
  const object = keptObject(index);
  if (question === ASSIGN) return assign(object, bytes);
  if (question === COPY) return keepObject(bytes[0] === STRUCTURED ? structuredClone(object) : copyLikeTypeBox(object));
  return takeOver(object, keptObject(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)));
}

/**
 * Sets a property, and writes what has become of it.
 * @param {Record<string, unknown>} object @param {Uint8Array} bytes
 */
function assign(object, bytes) {
  const { key, value } = readProperty(object, bytes);
  object[key] = value;
  const property = Object.getOwnPropertyDescriptor(object, key);
  const standing = property === undefined ? 2 : property.enumerable ? 0 : 1;
  return writeProperty(object, standing, object[key], value);
}

/**
 * A copy as TypeBox makes it: sharing is not kept, names that could reach a prototype and properties of maps and their like
 * are left out, and of the classes it knows a few only, the others' instances stay the same.
 * @param {any} value @returns {any}
 */
function copyLikeTypeBox(value) {
  if (isArrayBufferView(value)) return /** @type {any} */ (value).slice();
  if (isRegExp(value)) return new RegExp(value.source, value.flags);
  if (isMap(value)) return new Map([...value].map(([key, item]) => [copyLikeTypeBox(key), copyLikeTypeBox(item)]));
  if (isSet(value)) return new Set([...value].map(copyLikeTypeBox));
  if (Array.isArray(value)) return value.map(copyLikeTypeBox);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  /** @type {Record<string, unknown>} */
  const copy = {};
  for (const key of Object.keys(value)) if (!UNSAFE.includes(key)) copy[key] = copyLikeTypeBox(value[key]);
  return copy;
}

/** @param {any} object @param {any} from */
function takeOver(object, from) {
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, from);
  return 0;
}

module.exports = { answer };
