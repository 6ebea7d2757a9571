"use strict";
// The containers that a walk has met, so that one that is met again is written as that.

/** Up to this many containers, looking one up in a list is cheaper than in a set. */
const LISTED = 8;
const NOTHING = Object.freeze({});

/** @type {object[]} containers met so far, by ordinal: `sourceCount` of them */
let sources = [];
/** @type {object[]} their copies */
let copies = [];
let sourceCount = 0;
/** @type {Set<object> | undefined} the same as `sources`, once there are more than a few */
let known;
/** @type {Map<object, number>} ordinals of the first of `sources`, as far as they were asked for */
let ordinals = new Map();

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

/** The copy of a container. @param {number} ordinal */
function copyAt(ordinal) {
  return copies[ordinal];
}

/** The containers met so far, each with its copy. */
function pairsMet() {
  return sources.slice(0, sourceCount).map((source, ordinal) => [source, copies[ordinal]]);
}

/** Lets go of everything. */
function forgetMet() {
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

/** Puts what has been met aside, and gives it. */
function setMetAside() {
  const aside = { sources, copies, sourceCount, known, ordinals };
  sources = [];
  copies = [];
  sourceCount = 0;
  known = undefined;
  ordinals = new Map();
  return aside;
}

/** @param {ReturnType<typeof setMetAside>} aside */
function bringMetBack(aside) {
  ({ sources, copies, sourceCount, known, ordinals } = aside);
}

module.exports = { ordinalIfMet, remember, copyAt, pairsMet, forgetMet, setMetAside, bringMetBack };
