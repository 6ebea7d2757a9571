"use strict";
// Own properties, whatever their names.

/**
 * Makes a new property.
 * @param {object} target @param {string} key @param {unknown} value
 */
function put(target, key, value) {
  if (key === "__proto__") {
    setOwn(target, key, value);
    return;
  }
  try {
    /** @type {Record<string, unknown>} */ (target)[key] = value;
  } catch {
    setOwn(target, key, value);
  }
}

/**
 * An own property, also where assigning would set the prototype, or fail because what is inherited is frozen.
 * @param {object} target @param {string} key @param {unknown} value
 */
function setOwn(target, key, value) {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

module.exports = { put, setOwn };
