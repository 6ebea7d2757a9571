"use strict";
// Values that `structuredClone` made, written as they are: what is not plain data, with what the reference's checks see of it.

const { UNDEFINED, ARRAY, OBJECT, IRREGULAR_ARRAY, INHERITED, DESCRIBED_OBJECT, DEEPEST } = require("./tags.js");
const {
  beginContainer,
  endContainer,
  keepObject,
  putByte,
  putUint32,
  reserve,
  rewind,
  writeKey,
  writeNumber,
  writePrimitive,
  writeRaw,
  writeSeen,
  writeTag,
  writeText,
  written,
} = require("./buffer.js");
const { foreignClass } = require("./classes.js");
const { ordinalIfMet, remember } = require("./met.js");

const ObjectPrototype = Object.prototype;
const isEnumerable = ObjectPrototype.propertyIsEnumerable;

/**
 * Writes a value that `structuredClone` made, as it is.
 * @param {unknown} value @param {number} depth
 */
function writeClone(value, depth) {
  reserve();
  if (typeof value !== "object" || value === null) {
    writePrimitive(value);
    return;
  }
  if (depth === DEEPEST) throw new RangeError(`Arguments are nested deeper than ${DEEPEST} levels`);
  const ordinal = ordinalIfMet(value);
  if (ordinal !== -1) {
    writeSeen(ordinal);
    return;
  }
  remember(value, value);
  if (Array.isArray(value)) writeArrayClone(value, depth + 1);
  else writeObjectClone(value, depth + 1);
}

/** @param {unknown[]} array @param {number} depth */
function writeArrayClone(array, depth) {
  const keys = Object.keys(array);
  let dense = keys.length === array.length;
  for (let index = 0; dense && index < keys.length; index++) dense = keys[index] === String(index);
  if (dense) {
    const start = beginContainer(ARRAY, 9);
    for (let index = 0; index < array.length; index++) writeClone(array[index], depth);
    putUint32(start + 5, array.length);
    endContainer(start, 1);
    return;
  }
  const start = beginContainer(IRREGULAR_ARRAY, 13);
  putUint32(start + 5, array.length);
  putUint32(start + 9, keys.length);
  writePairs(array, keys, depth);
  endContainer(start, 1);
}

/** @param {object} object @param {number} depth */
function writeObjectClone(object, depth) {
  const foreign = foreignClass(object);
  if (foreign === -1) {
    const keys = Object.keys(object);
    const start = beginContainer(OBJECT, 9);
    putUint32(start + 5, keys.length);
    writePairs(object, keys, depth);
    endContainer(start, 1);
    return;
  }
  writeForeign(object, foreign, depth);
}

/**
 * An object that is more than its properties, with what the reference's checks see of it: names that are not enumerable
 * (the `stack` of an error), inherited ones (the `size` of a map), and what it is compared by.
 * @param {object} object @param {number} foreign its class @param {number} depth
 */
function writeForeign(object, foreign, depth) {
  const start = beginContainer(DESCRIBED_OBJECT, 22);
  putUint32(start + 1, keepObject(object));
  putByte(start + 5, foreign);
  const own = Object.keys(object);
  const hidden = Object.getOwnPropertyNames(object).filter((name) => !isEnumerable.call(object, name));
  const inherited = inheritedNames(object);
  putUint32(start + 10, own.length);
  putUint32(start + 14, hidden.length);
  putUint32(start + 18, inherited.length);
  writePairs(object, own, depth);
  writePairs(object, hidden, depth);
  for (const name of inherited) {
    writeKey(name);
    writeInherited(/** @type {Record<string, unknown>} */ (object)[name], depth);
  }
  writeKey("");
  writeEssence(object, foreign);
  endContainer(start, 6);
}

/**
 * The names on the prototypes between an object and `Object.prototype`.
 * @param {object} object
 */
function inheritedNames(object) {
  const names = new Set();
  let prototype = Object.getPrototypeOf(object);
  while (prototype !== null && prototype !== ObjectPrototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) if (!Object.hasOwn(object, name)) names.add(name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return [...names];
}

/** A function by its own name. @param {unknown} value @param {number} depth */
function writeInherited(value, depth) {
  reserve();
  if (typeof value === "function") {
    writeTag(INHERITED);
    writeKey(value.name);
  } else {
    writeClone(value, depth);
  }
}

/** @param {any} object @param {number} foreign */
function writeEssence(object, foreign) {
  reserve();
  if (foreign === 1) writeNumber(object.getTime());
  else if (foreign === 2) writeText(String(object));
  else if (foreign === 5 || foreign === 9 || foreign === 10)
    writeRaw(new Uint8Array(object.buffer, object.byteOffset, object.byteLength));
  else if (foreign === 8) writePrimitive(object.valueOf());
  else writeTag(UNDEFINED);
}

/** @param {object} object @param {string[]} keys @param {number} depth */
function writePairs(object, keys, depth) {
  for (const key of keys) {
    writeKey(key);
    writeClone(/** @type {Record<string, unknown>} */ (object)[key], depth);
  }
}

/**
 * Writes what a property has become that was set. Gives the number of bytes.
 * @param {object} object @param {number} standing @param {unknown} value @param {unknown} setTo
 */
function writeProperty(object, standing, value, setTo) {
  const same = Object.is(value, setTo);
  rewind();
  writeNumber(same ? standing | 4 : standing);
  writePrimitive(same ? undefined : value);
  writeEssence(object, foreignClass(object));
  return written();
}

module.exports = { writeClone, writeProperty, inheritedNames };
