"use strict";
module.exports = require("../native.cjs");
