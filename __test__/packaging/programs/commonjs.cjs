const batch = require("./batch.cjs");

batch(require("pi-toolcalls")).then(console.log);
