/**
 * The JSON-Schema-Test-Suite's cases of draft 2020-12 and draft-07, the optional ones included, as version 4.26.0 of the
 * Python package jsonschema ships them (data/json-schema-test-suite.LICENSE). `node __test__/suite-validate.mjs --help` says
 * how to run other drafts.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { implementations } from "./validate/agree.js";
import { compareGroup } from "./validate/suite.js";

const suite = JSON.parse(readFileSync(new URL("data/json-schema-test-suite.json", import.meta.url), "utf8"));

describe.each(Object.entries(suite))("%s", (_, files) => {
  it.each(Object.entries(files))("%s", { timeout: 60_000 }, (_, groups) => {
    for (const group of groups) {
      for (const { name, difference } of compareGroup(implementations, group)) {
        if (difference !== undefined) expect.fail(`${name}\n${difference}`);
      }
    }
  });
});
