"use strict";
// What kind of object an object is, by the numbers that the native side knows.

const {
  isDate,
  isRegExp,
  isMap,
  isSet,
  isArrayBufferView,
  isTypedArray,
  isUint8Array,
  isAnyArrayBuffer,
  isNativeError,
  isBoxedPrimitive,
  isModuleNamespaceObject,
} = require("node:util").types;

/** The class that the wire knows an object by, or -1 for a plain one. @param {object} object */
function foreignClass(object) {
  if (isDate(object)) return 1;
  if (isRegExp(object)) return 2;
  if (isMap(object)) return 3;
  if (isSet(object)) return 4;
  if (isArrayBufferView(object)) return isUint8Array(object) ? 10 : isTypedArray(object) ? 5 : 9;
  if (isAnyArrayBuffer(object)) return 6;
  if (isNativeError(object)) return 7;
  if (isBoxedPrimitive(object)) return 8;
  return Object.getPrototypeOf(object) === Object.prototype ? -1 : 0;
}

/**
 * Whether an object without a prototype is more than its properties.
 * @param {object} object
 */
function isExotic(object) {
  return isModuleNamespaceObject(object) || foreignClass(object) > 0;
}

module.exports = { foreignClass, isExotic };
