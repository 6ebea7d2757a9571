"use strict";
// Whether this package knows the behaviour of a pi version. The addon's table says so; it is asked in the thread of the load
// hooks too, where nothing else of the addon is used.

/**
 * @param {import("../profile.js").Versions} versions of pi's packages
 * @returns {string | undefined} why they are not covered, or nothing where they are
 */
function notCovered({ agentCore, ai, typebox }) {
  try {
    const { profile } = require("../load.js");
    profile(agentCore, ai, typebox);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What is covered, for a person. */
function covered() {
  try {
    return /** @type {string} */ (require("../load.js").coverage());
  } catch {
    return "unknown, as the addon does not run";
  }
}

module.exports = { notCovered, covered };
