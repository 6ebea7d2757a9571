import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

const { notCovered } = createRequire(import.meta.url)("../../js/register/coverage.js");

const same = (version) => notCovered({ agentCore: version, ai: version });

describe("the versions that are covered", () => {
  it.each(["0.69.0", "0.73.1", "0.75.3", "0.75.4", "0.84.3", "1.6.0"])("include %s", (version) => {
    expect(same(version)).toBeUndefined();
  });

  it("take every typebox", () => {
    expect(notCovered({ agentCore: "0.73.1", ai: "0.73.1", typebox: "1.1.24" })).toBeUndefined();
  });

  it("have to be known of pi-ai as well", () => {
    expect(notCovered({ agentCore: "1.6.0", ai: "1.7.0" })).toContain("1.7.0");
  });

  it.each([
    "0.68.9",
    "0.58.4",
    "0.750.0.1",
    "7.3.1",
    "1.6.1",
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
  ])("do not include %j", (version) => {
    expect(same(version)).toMatch(/which covers 0\.69\.0 to 1\.6\.0$|is no version/);
  });
});
