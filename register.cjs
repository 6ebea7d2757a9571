"use strict";
// `require("pi-toolcalls/register")`. What it does is in `js/register/`.
module.exports = require("./js/register/index.js");
