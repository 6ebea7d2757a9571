import api = require("pi-toolcalls");
import register = require("pi-toolcalls/register");
import batch = require("./batch.cjs");

const active: boolean = register.activity().active;
void batch(api).then((text: string) => console.log(active ? text : "not active"));
