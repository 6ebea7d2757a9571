"use strict";
// What `structuredClone` is given in the place of arguments whose getters have been asked, so that each is asked once.

const { isProxy } = require("node:util").types;
const { isExotic } = require("./classes.js");
const { pairsMet } = require("./met.js");

/** @type {WeakMap<object, object>} by what they stand for */
let standIns = new WeakMap();

/**
 * Makes the copy of an object that was given up stand for the object: what has been read is there, the rest is read when it
 * is asked for.
 * @param {Record<string, unknown>} copy @param {object} source
 * @param {string} last the key read last @param {unknown} value what it gave
 */
function completeCopy(copy, source, last, value) {
  for (const key of Object.keys(source)) {
    if (key === last) defineLazy(copy, key, () => value);
    else if (!Object.hasOwn(copy, key)) {
      defineLazy(copy, key, () => /** @type {Record<string, unknown>} */ (source)[key]);
    }
  }
}

/**
 * The same for an array, which has been read as a whole.
 * @param {unknown[]} copy @param {number} from the first item that was not copied
 */
function completeItems(copy, from) {
  for (let index = from; index < copy.length; index++) {
    const item = copy[index];
    if (typeof item === "object" && item !== null) defineLazy(copy, String(index), () => item);
  }
}

/** @param {object} target @param {string} key @param {() => unknown} read */
function defineLazy(target, key, read) {
  Object.defineProperty(target, key, { get: () => standIn(read()), enumerable: true, configurable: true });
}

/**
 * Whether `structuredClone` sees nothing of an object but its own properties. What is more has symbols on its way to
 * `Object.prototype`, as the runtime's own classes have.
 * @param {object} object
 */
function isOrdinary(object) {
  if (isExotic(object) || Symbol.iterator in object) return false;
  let link = Object.getPrototypeOf(object);
  for (; link !== null && link !== Object.prototype; link = Object.getPrototypeOf(link)) {
    if (isProxy(link) || Object.getOwnPropertySymbols(link).length > 0) return false;
  }
  return true;
}

/**
 * For an object that is nothing but its properties or an array, what gives the same to `structuredClone` and asks each getter only then, and once.
 * @param {unknown} value
 */
function standIn(value) {
  if (typeof value !== "object" || value === null || isProxy(value)) return value;
  const made = standIns.get(value);
  if (made !== undefined) return made;
  const isArray = Array.isArray(value);
  if (!isArray && !isOrdinary(value)) return value;
  const stands = isArray ? new Array(value.length) : {};
  standIns.set(value, stands);
  for (const key of Object.keys(value)) {
    defineLazy(stands, key, () => /** @type {Record<string, unknown>} */ (value)[key]);
  }
  return stands;
}

/**
 * What gives the same as arguments whose copy was given up, and asks no getter twice.
 * @param {unknown} value
 */
function unasked(value) {
  const pairs = pairsMet();
  if (!pairs.some(([source]) => hasGetter(source))) return value;
  standIns = new WeakMap(/** @type {[object, object][]} */ (pairs));
  return standIn(value);
}

/** @param {object} object */
function hasGetter(object) {
  return Object.values(Object.getOwnPropertyDescriptors(object)).some((property) => property.get !== undefined);
}

module.exports = { completeCopy, completeItems, unasked };
