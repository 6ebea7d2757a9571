"use strict";
const { QUEUED } = require("./js/protocol.js");
const { executeBatch } = require("./js/host.js");
const { validateToolArguments } = require("./js/validate.js");
function executeToolCalls(c,m,g,s,e){ return executeBatch(c,m,g,s,e,0); }
function createToolExecutor(o={}){ const f=o.dispatch==="queued"?QUEUED:0; return {executeToolCalls:(c,m,g,s,e)=>executeBatch(c,m,g,s,e,f), validateToolArguments}; }
module.exports={executeToolCalls,validateToolArguments,createToolExecutor};
