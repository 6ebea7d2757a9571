"use strict";
// Schemas: all own string keys, the non-enumerable ones (TypeBox's marks) apart from the others.

const { ARRAY, FOREIGN_OBJECT, FUNCTION, SCHEMA_OBJECT, ROOT_MARK, DEEPEST } = require("./tags.js");
const {
  beginContainer,
  endContainer,
  keepObject,
  keptObjects,
  putByte,
  putUint32,
  reserve,
  restart,
  writeKey,
  writePrimitive,
  writeSeen,
  writeTag,
} = require("./buffer.js");
const { foreignClass } = require("./classes.js");
const { inheritedNames } = require("./clone.js");
const { forgetMet, ordinalIfMet, remember } = require("./met.js");

const TYPEBOX_KIND = Symbol.for("TypeBox.Kind");
const ObjectPrototype = Object.prototype;
const isEnumerable = ObjectPrototype.propertyIsEnumerable;

/**
 * Writes a schema: all own string keys, the non-enumerable ones (TypeBox's marks) apart from the others.
 * @param {unknown} schema
 * @returns {unknown[]} the functions and foreign objects in it, by the index that stands in the bytes
 */
function writeSchema(schema) {
  restart(Number.POSITIVE_INFINITY);
  forgetMet();
  if (typeof schema === "object" && schema !== null && Object.getOwnPropertySymbols(schema).includes(TYPEBOX_KIND)) {
    writeTag(ROOT_MARK);
  }
  writeSchemaValue(schema, 0);
  return keptObjects();
}

/** @param {unknown} value @param {number} depth @param {object} [holder] whose property it is */
function writeSchemaValue(value, depth, holder) {
  reserve();
  if (typeof value === "function" || typeof value === "symbol") {
    writeFunction(keepObject(typeof value === "function" ? value.bind(holder) : value));
    return;
  }
  if (typeof value !== "object" || value === null) {
    writePrimitive(value);
    return;
  }
  if (depth === DEEPEST) throw new RangeError(`The tool's schema is nested deeper than ${DEEPEST} levels`);
  const ordinal = ordinalIfMet(value);
  if (ordinal !== -1) {
    writeSeen(ordinal);
    return;
  }
  remember(value, value);
  if (Array.isArray(value)) writeSchemaArray(value, depth + 1);
  else if (Object.getPrototypeOf(value) !== ObjectPrototype && foreignClass(value) > 0)
    writeSchemaForeign(value, depth + 1);
  else writeSchemaObject(/** @type {Record<string, unknown>} */ (value), depth + 1);
}

/** @param {number} index */
function writeFunction(index) {
  putUint32(beginContainer(FUNCTION, 5) + 1, index);
}

/** @param {unknown[]} array @param {number} depth */
function writeSchemaArray(array, depth) {
  const start = beginContainer(ARRAY, 9);
  for (let index = 0; index < array.length; index++) writeSchemaValue(array[index], depth);
  putUint32(start + 5, array.length);
  endContainer(start, 1);
}

/**
 * A regular expression, a date …: its number, and its own properties.
 * @param {object} object @param {number} depth
 */
function writeSchemaForeign(object, depth) {
  const start = beginContainer(FOREIGN_OBJECT, 14);
  putUint32(start + 1, keepObject(object));
  putByte(start + 5, foreignClass(object));
  const keys = Object.keys(object);
  putUint32(start + 10, keys.length);
  for (const key of keys) {
    writeKey(key);
    writeSchemaValue(/** @type {Record<string, unknown>} */ (object)[key], depth, object);
  }
  endContainer(start, 6);
}

/**
 * What an instance of a class has from its class that can be a keyword, or a function of a refinement.
 * @param {Record<string, unknown>} object
 */
function inheritedKeywords(object) {
  return inheritedNames(object).filter((name) => {
    if (name === "check" || name === "error" || name === "errors") return true;
    return name !== "constructor" && typeof object[name] !== "function";
  });
}

/** @param {Record<string, unknown>} object @param {number} depth */
function writeSchemaObject(object, depth) {
  const start = beginContainer(SCHEMA_OBJECT, 13);
  const keys = Object.keys(object);
  for (const key of keys) {
    writeKey(key);
    writeSchemaValue(object[key], depth, object);
  }
  let hidden = 0;
  const all = Object.getOwnPropertyNames(object);
  if (all.length !== keys.length) {
    for (const key of all) {
      if (isEnumerable.call(object, key)) continue;
      writeKey(key);
      writeSchemaValue(object[key], depth, object);
      hidden++;
    }
  }
  if (Object.getPrototypeOf(object) !== ObjectPrototype) {
    for (const key of inheritedKeywords(object)) {
      writeKey(key);
      writeSchemaValue(object[key], depth, object);
      hidden++;
    }
  }
  putUint32(start + 5, keys.length);
  putUint32(start + 9, hidden);
  endContainer(start, 1);
}

module.exports = { writeSchema };
