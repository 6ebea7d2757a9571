// The deliberate defects of `scripts/defects.mjs`, which takes too long to run for every change, still have their lines.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { defects } from "../scripts/defects/list.mjs";

it.each(defects)("$file has $text once", ({ file, text }) => {
  const source = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8");
  expect(source.split(text)).toHaveLength(2);
});
