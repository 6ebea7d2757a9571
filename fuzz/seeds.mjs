/** Writes the corpus of the target `bytes`: schemas of published tools and TypeBox types, each with a call. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { caseOf } from "../__test__/validate/cases.js";

const { shareBuffer, open, close, writeArguments, writeSchema, written } = createRequire(import.meta.url)(
  "../js/wire.js",
);

const EACH = 400;
const LONGEST = 4096;
const folder = new URL("corpus/bytes/", import.meta.url);

let buffer;
shareBuffer((shared) => {
  buffer = shared;
});

/** What `write` leaves in the buffer. */
function bytesOf(write) {
  const aside = open();
  try {
    write();
    return new Uint8Array(buffer.slice(0, written()));
  } finally {
    close(aside);
  }
}

mkdirSync(folder, { recursive: true });
for (const kind of ["real", "typebox", "json", "beyond"]) {
  for (let n = 0; n < EACH; n++) {
    // Neighbours share a schema.
    const { parameters, args } = caseOf(kind, n * 4);
    let parts;
    try {
      parts = [bytesOf(() => writeSchema(parameters)), bytesOf(() => writeArguments(args, Infinity))];
    } catch {
      continue;
    }
    const length = new Uint8Array(new Uint32Array([parts[0].length]).buffer);
    const input = Buffer.concat([length, ...parts]);
    if (input.length <= LONGEST) writeFileSync(new URL(`${kind}-${n}`, folder), input);
  }
}
