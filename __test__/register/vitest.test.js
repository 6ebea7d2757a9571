import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { nodes, output } from "./runtime.js";

vi.setConfig({ testTimeout: 120_000 });

const cli = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const project = fileURLToPath(new URL("./nested/", import.meta.url));

describe.each(nodes())("pi-toolcalls/register in vitest under $name", ({ path: node }) => {
  it.each(["forks", "threads"])("takes pi's loop over as a set-up file, pool %s", async (pool) => {
    const args = [cli, "run", "--root", project, "--pool", pool];
    const { code, stdout, stderr } = await output(node, args, { PI_TOOLCALLS: "require" });
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/1 passed/);
  });
});
