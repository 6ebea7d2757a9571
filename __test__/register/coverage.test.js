import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

const { coverageOf } = createRequire(import.meta.url)("../../js/register/coverage.js");

describe("coverageOf", () => {
  it.each(["0.69.0", "0.70.3", "0.73.1", "0.75.0", "0.75.3"])("runs %s by the rules of 0.73.1", (version) => {
    expect(coverageOf(version)).toEqual({ profile: "0.73.1" });
  });

  it.each([
    "0.68.9",
    "0.58.4",
    "0.75.4",
    "0.750.0",
    "7.3.1",
    "1.6.0",
    "99.0.0",
    "0.73.1-beta.1",
    "0.73.1+build",
    "0.73",
    "v0.73.1",
    " 0.73.1",
    "0.73.1\n",
    "",
    "undefined",
    `0.73.${"9".repeat(400)}`,
  ])("does not know %j", (version) => {
    expect(coverageOf(version).profile).toBeUndefined();
    expect(coverageOf(version).reason).toContain("0.69.0 to 0.75.3");
  });
});
