"use strict";
// How values cross the boundary: as bytes in one buffer that both sides see. `src/validate/wire.rs` describes the format;
// this file writes arguments and schemas, and reads values that validation changed.
//
// Arguments are copied in the same walk that writes them: the tool gets the copy, Rust reads the bytes. What is not
// plain data (dates, maps, arrays with holes, class instances) goes through `structuredClone` first, so that the copy
// is the reference's in every case.

const { inspect } = require("node:util");
const {
  isProxy,
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

const UNDEFINED = 0;
const NULL = 1;
const FALSE = 2;
const TRUE = 3;
const INT32 = 4;
const DOUBLE = 5;
const SHORT_TEXT = 6;
const TEXT = 7;
const LEFT_OUT_TEXT = 8;
const BIGINT = 9;
const ARRAY = 10;
const OBJECT = 11;
const SEEN = 12;
const FOREIGN_OBJECT = 13;
const IRREGULAR_ARRAY = 14;
const FUNCTION = 15;
const SCHEMA_OBJECT = 16;
const INHERITED = 17;
const ROOT_MARK = 18;
const DESCRIBED_OBJECT = 19;

/** Containers nested deeper than this are refused. Equals the limit on the Rust side. */
const DEEPEST = 10_000;
/** Up to this many containers, looking one up in a list is cheaper than in a set. */
const LISTED = 8;

const TYPEBOX_KIND = Symbol.for("TypeBox.Kind");
const ObjectPrototype = Object.prototype;
const isEnumerable = ObjectPrototype.propertyIsEnumerable;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const WITHOUT_ITEMS = { maxArrayLength: 0, depth: 0, customInspect: false, compact: 3, breakLength: Infinity };
const NOTHING = Object.freeze({});
/** Stands for "this value is not plain data"; caught where the walk began. */
const NOT_PLAIN = { name: "not plain data" };

let bytes = new Uint8Array(16 * 1024);
const scratch = new DataView(new ArrayBuffer(8));
let position = 0;

/** Strings longer than this many UTF-16 units stay in JavaScript. */
let longestText = 0;
/** @type {string[]} strings that stayed in JavaScript, by index */
let texts = [];
/** @type {unknown[]} objects and functions that stayed in JavaScript, by index */
let objects = [];
/** @type {object[]} containers met so far, by ordinal: `sourceCount` of them */
let sources = [];
/** @type {object[]} their copies */
let copies = [];
let sourceCount = 0;
/** @type {Set<object> | undefined} the same as `sources`, once there are more than a few */
let known;
/** @type {Map<object, number>} ordinals of the first of `sources`, as far as they were asked for */
let ordinals = new Map();

/** @type {WeakMap<object, object>} what `structuredClone` is given in the place of objects whose getters were asked */
let standIns = new WeakMap();

/** Whether a validation is under way. */
let inUse = false;

/** The bytes that are being read, how far, and the containers met in them. @type {Uint8Array} */
let reading = bytes;
let cursor = 0;
/** @type {object[]} */
let met = [];

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

/**
 * The ordinal of a container met before, or -1.
 * @param {object} source
 */
function ordinalIfMet(source) {
  if (known !== undefined) return known.has(source) ? ordinalOf(source) : -1;
  for (let index = 0; index < sourceCount; index++) if (sources[index] === source) return index;
  return -1;
}

/**
 * Remembers a container and its copy.
 * @param {object} source @param {object} copy
 */
function remember(source, copy) {
  if (known !== undefined) known.add(source);
  else if (sourceCount === LISTED) known = new Set(sources.slice(0, LISTED)).add(source);
  sources[sourceCount] = source;
  copies[sourceCount++] = copy;
}

/**
 * The ordinal of one of many containers. Few values hold a container twice, so the map is made when one does.
 * @param {object} source
 */
function ordinalOf(source) {
  for (let index = ordinals.size; index < sourceCount; index++) ordinals.set(sources[index], index);
  return /** @type {number} */ (ordinals.get(source));
}

/** @param {number} ordinal */
function writeSeen(ordinal) {
  bytes[position] = SEEN;
  putUint32(position + 1, ordinal);
  position += 5;
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

/**
 * Writes a value and gives its copy. Throws `NOT_PLAIN` where the copy cannot be made by hand.
 * @param {unknown} value @param {number} depth @returns {unknown}
 */
function copyValue(value, depth) {
  if (position + 32 > bytes.length) grow(32);
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
    return copies[ordinal];
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

/** @param {object} target @param {string} key @param {() => unknown} read */
function defineLazy(target, key, read) {
  Object.defineProperty(target, key, { get: () => standIn(read()), enumerable: true, configurable: true });
}

/**
 * For a plain object or an array, what gives the same to `structuredClone` and asks each getter only then, and once.
 * @param {unknown} value
 */
function standIn(value) {
  if (typeof value !== "object" || value === null || isProxy(value)) return value;
  const made = standIns.get(value);
  if (made !== undefined) return made;
  const isArray = Array.isArray(value);
  if (!isArray && (foreignClass(value) !== -1 || Symbol.iterator in value)) return value;
  const stands = isArray ? new Array(value.length) : {};
  standIns.set(value, stands);
  for (const key of Object.keys(value)) {
    defineLazy(stands, key, () => /** @type {Record<string, unknown>} */ (value)[key]);
  }
  return stands;
}

/** Whether a getter may have been asked while values were copied that `structuredClone` has to copy after all. */
function hasAskedGetters() {
  return sources.slice(0, sourceCount).some((source) => {
    const properties = Object.values(Object.getOwnPropertyDescriptors(source));
    return properties.some((property) => property.get !== undefined);
  });
}

/** @param {unknown[]} source @param {number} depth */
function copyArray(source, depth) {
  const ordinal = ordinalIfMet(source);
  if (ordinal !== -1) {
    writeSeen(ordinal);
    return copies[ordinal];
  }
  if (Object.getPrototypeOf(source) !== Array.prototype || hasExtraKeys(source)) throw NOT_PLAIN;
  const length = source.length;
  const copy = source.slice();
  remember(source, copy);
  const start = beginContainer(ARRAY, 9);
  for (let index = 0; index < length; index++) {
    const item = copy[index];
    if (typeof item === "number") {
      if (position + 32 > bytes.length) grow(32);
      writeNumber(item);
    } else if (typeof item === "object" && item !== null) {
      copy[index] = copyValue(item, depth);
    } else {
      if (item === undefined && !(index in copy)) throw NOT_PLAIN;
      copyValue(item, depth);
    }
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

/**
 * Writes a value that `structuredClone` made, as it is.
 * @param {unknown} value @param {number} depth
 */
function writeClone(value, depth) {
  if (position + 32 > bytes.length) grow(32);
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
  putUint32(start + 1, objects.length);
  objects.push(object);
  bytes[start + 5] = foreign;
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
  if (position + 32 > bytes.length) grow(32);
  if (typeof value === "function") {
    bytes[position++] = INHERITED;
    writeKey(value.name);
  } else {
    writeClone(value, depth);
  }
}

/** @param {any} object @param {number} foreign */
function writeEssence(object, foreign) {
  if (position + 32 > bytes.length) grow(32);
  if (foreign === 1) writeNumber(object.getTime());
  else if (foreign === 2) writeText(String(object));
  else if (foreign === 5 || foreign === 9 || foreign === 10)
    writeRaw(new Uint8Array(object.buffer, object.byteOffset, object.byteLength));
  else if (foreign === 8) writePrimitive(object.valueOf());
  else bytes[position++] = UNDEFINED;
}

/** Bytes, as a text. @param {Uint8Array} raw */
function writeRaw(raw) {
  if (position + raw.length + 16 > bytes.length) grow(raw.length + 16);
  bytes[position] = TEXT;
  putUint32(position + 1, raw.length);
  bytes.set(raw, position + 5);
  position += 5 + raw.length;
}

/** @param {object} object @param {string[]} keys @param {number} depth */
function writePairs(object, keys, depth) {
  for (const key of keys) {
    writeKey(key);
    writeClone(/** @type {Record<string, unknown>} */ (object)[key], depth);
  }
}

/**
 * Whether an object without a prototype is more than its properties.
 * @param {object} object
 */
function isExotic(object) {
  return isModuleNamespaceObject(object) || foreignClass(object) > 0;
}

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
  return Object.getPrototypeOf(object) === ObjectPrototype ? -1 : 0;
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
 * Copies arguments as `structuredClone` does and writes them, from the start of the buffer up to `written()`.
 * @param {unknown} value
 * @param {number} keepBeyond strings longer than this many UTF-16 units stay in JavaScript
 * @returns {unknown} the copy
 * @throws {DOMException} a `DataCloneError` where `structuredClone` throws one
 */
function writeArguments(value, keepBeyond) {
  position = 0;
  longestText = keepBeyond;
  forget();
  let original = value;
  if (plainObjectsAreUsual()) {
    try {
      return copyValue(value, 0);
    } catch (error) {
      if (error !== NOT_PLAIN) throw error;
      if (hasAskedGetters()) {
        standIns = new WeakMap();
        for (let ordinal = 0; ordinal < sourceCount; ordinal++) standIns.set(sources[ordinal], copies[ordinal]);
        original = standIn(value);
      }
      position = 0;
      forget();
    }
  }
  const copy = structuredClone(original);
  // Foreign objects are changed while arguments are judged, so these are judged once.
  longestText = Number.POSITIVE_INFINITY;
  writeClone(copy, 0);
  return copy;
}

/** Whether the last write kept objects here. */
function keepsObjects() {
  return objects.length > 0;
}

/** The object that is known to the native side by that number. @param {number} index @returns {any} */
function keptObject(index) {
  return objects[index];
}

/** Keeps an object and gives its number. @param {object} object */
function keepObject(object) {
  return objects.push(object) - 1;
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
 * Writes what a property has become that was set. Gives the number of bytes.
 * @param {object} object @param {number} standing @param {unknown} value @param {unknown} setTo
 */
function writeProperty(object, standing, value, setTo) {
  const same = Object.is(value, setTo);
  position = 0;
  writeNumber(same ? standing | 4 : standing);
  writePrimitive(same ? undefined : value);
  writeEssence(object, foreignClass(object));
  return position;
}

/** How many bytes of the buffer the last write filled. */
function written() {
  return position;
}

/** The first bytes of the buffer, where the native side wrote a value. @param {number} length */
function bytesWritten(length) {
  return bytes.subarray(0, length);
}

/** Lets go of everything that the last write kept. */
function forget() {
  if (texts.length > 0) texts = [];
  if (objects.length > 0) objects = [];
  if (sourceCount > LISTED) {
    sources = [];
    copies = [];
    known = undefined;
    if (ordinals.size > 0) ordinals = new Map();
  } else {
    for (let index = 0; index < sourceCount; index++) {
      sources[index] = NOTHING;
      copies[index] = NOTHING;
    }
  }
  sourceCount = 0;
}

/**
 * Opens the buffer for one validation. JavaScript that runs inside of it (a getter in the arguments, a refinement) may
 * validate other arguments: those get a buffer of their own, and `close` brings back the one set aside.
 */
function open() {
  if (!inUse) {
    inUse = true;
    return undefined;
  }
  const aside = { bytes, position, longestText, texts, objects, sources, copies, sourceCount, known, ordinals };
  bytes = new Uint8Array(4096);
  texts = [];
  objects = [];
  sources = [];
  copies = [];
  sourceCount = 0;
  known = undefined;
  ordinals = new Map();
  announce(/** @type {ArrayBuffer} */ (bytes.buffer));
  return aside;
}

/** @param {ReturnType<typeof open>} aside what `open` gave */
function close(aside) {
  if (aside === undefined) {
    inUse = false;
    forget();
    return;
  }
  ({ bytes, position, longestText, texts, objects, sources, copies, sourceCount, known, ordinals } = aside);
  announce(/** @type {ArrayBuffer} */ (bytes.buffer));
}

/**
 * Writes a schema: all own string keys, the non-enumerable ones (TypeBox's marks) apart from the others.
 * @param {unknown} schema
 * @returns {unknown[]} the functions and foreign objects in it, by the index that stands in the bytes
 */
function writeSchema(schema) {
  position = 0;
  longestText = Number.POSITIVE_INFINITY;
  forget();
  objects = [];
  if (typeof schema === "object" && schema !== null && Object.getOwnPropertySymbols(schema).includes(TYPEBOX_KIND)) {
    bytes[position++] = ROOT_MARK;
  }
  writeSchemaValue(schema, 0);
  return objects;
}

/** @param {unknown} value @param {number} depth @param {object} [holder] whose property it is */
function writeSchemaValue(value, depth, holder) {
  if (position + 32 > bytes.length) grow(32);
  if (typeof value === "function" || typeof value === "symbol") {
    bytes[position] = FUNCTION;
    putUint32(position + 1, objects.length);
    position += 5;
    objects.push(typeof value === "function" ? value.bind(holder) : value);
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
  putUint32(start + 1, objects.length);
  objects.push(object);
  bytes[start + 5] = foreignClass(object);
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
    if (name === "check" || name === "error") return true;
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

/** @param {number} at */
function getUint32(at) {
  return (reading[at] | (reading[at + 1] << 8) | (reading[at + 2] << 16) | (reading[at + 3] << 24)) >>> 0;
}

/**
 * Reads a value that Rust wrote while `writeArguments`'s strings and objects are still at hand.
 * @param {Uint8Array} from
 */
function readValue(from) {
  return readFrom(from, read);
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
      return texts[getUint32(advance(8))];
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
      return readPairs(keepMet(/** @type {object} */ (objects[getUint32(at)])), getUint32(at + 9));
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
  return takeText(length < 255 ? length : getUint32(advance(4)));
}

/** @param {number} length in bytes */
function takeText(length) {
  const from = advance(length);
  let text = "";
  if (length < 32) {
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

module.exports = {
  shareBuffer,
  open,
  close,
  writeArguments,
  writeSchema,
  written,
  readValue,
  readText,
  bytesWritten,
  keepsObjects,
  keptObject,
  keepObject,
  readProperty,
  writeProperty,
};
