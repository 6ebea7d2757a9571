"use strict";
// What the package exports, for `require`.

const { failure, api } = require("./js/entry.js");

if (failure !== undefined) throw failure;

module.exports = api;
