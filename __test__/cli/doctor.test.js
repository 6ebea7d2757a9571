import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { foreignCopy } from "../register/foreign.js";
import { output } from "../register/runtime.js";

vi.setConfig({ testTimeout: 30_000 });

const onWindows = process.platform === "win32";
const cli = fileURLToPath(new URL("../../cli/pi-toolcalls.js", import.meta.url));

/** @param {string[]} args @param {Record<string, string>} [env] */
const piToolcalls = (args, env) => output(process.execPath, [cli, ...args], { PATH: "/nowhere", ...env });

/** @param {string} url of a loop @returns {string} the folder that its package is installed in */
const projectOf = (url) => realpathSync(fileURLToPath(new URL("../../../../", url)));

describe("pi-toolcalls doctor", () => {
  const covered = foreignCopy({ name: "@earendil-works/pi-agent-core", version: "0.74.2" });
  const unknown = foreignCopy({ version: "99.0.0" });
  const empty = realpathSync(mkdtempSync(join(tmpdir(), "pi-toolcalls-empty-")));
  // npm makes a link to the command, and on Windows a file beside the packages.
  const commands = onWindows ? projectOf(unknown.url) : join(empty, "bin");

  beforeAll(() => {
    // As pnpm lays it out: the package in a store, a link to it, and what it needs beside it.
    const stored = join(empty, "pnpm/node_modules/.pnpm/core@1/node_modules/@earendil-works/pi-agent-core");
    mkdirSync(dirname(stored), { recursive: true });
    symlinkSync(fileURLToPath(new URL("../", covered.url)), stored, "junction");
    mkdirSync(commands, { recursive: true });
    if (onWindows) writeFileSync(join(commands, "pi.cmd"), "");
    else symlinkSync(fileURLToPath(unknown.url), join(commands, "pi"));
    mkdirSync(join(empty, "broken/node_modules/@mariozechner/pi-agent-core"), { recursive: true });
    writeFileSync(join(empty, "broken/node_modules/@mariozechner/pi-agent-core/package.json"), "{");
  });

  afterAll(() => {
    covered.remove();
    unknown.remove();
    rmSync(empty, { recursive: true, force: true });
  });

  it("says that a covered copy is covered, and that all is well", async () => {
    const { code, stdout, stderr } = await piToolcalls(["doctor", projectOf(covered.url)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^pi-toolcalls \S+ on .* Node\.js v/);
    expect(stdout).toContain("Addon:       runs (");
    expect(stdout).toMatch(/@earendil-works\/pi-agent-core │ 0\.74\.2 +│ yes/);
    expect(stdout).not.toContain("\u001b");
  });

  it("says which copy is not covered, and why", async () => {
    const { code, stdout } = await piToolcalls(["doctor", projectOf(unknown.url)]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/@mariozechner\/pi-agent-core │ 99\.0\.0 +│ no/);
    expect(stdout).toMatch(/- @mariozechner\/pi-agent-core 99\.0\.0 stays on pi's own loop: .*covers 0\.69\.0 to/);
  });

  it("says so when there is no pi", async () => {
    const { code, stdout } = await piToolcalls(["doctor", empty]);
    expect({ code, last: stdout.trim().split("\n").at(-1) }).toEqual({
      code: 0,
      last: `No copy of pi found from ${empty}.`,
    });
  });

  it("finds what pnpm installed, and what the pi command loads", async () => {
    const pnpm = await piToolcalls(["doctor", "--json", join(empty, "pnpm")]);
    expect(JSON.parse(pnpm.stdout).copies).toMatchObject([{ version: "0.74.2", covered: true }]);
    const command = await piToolcalls(["doctor", "--json", empty], { PATH: commands });
    expect(JSON.parse(command.stdout).copies).toMatchObject([{ version: "99.0.0", covered: false }]);
  });

  it("survives a package that is broken", async () => {
    expect(await piToolcalls(["doctor", join(empty, "broken")])).toMatchObject({ code: 0, stderr: "" });
  });

  it("says that the addon does not run, and why", async () => {
    const env = { NAPI_RS_NATIVE_LIBRARY_PATH: "/nowhere.node" };
    const { code, stdout } = await piToolcalls(["doctor", empty], env);
    expect(code).toBe(1);
    expect(stdout).toContain("DOES NOT RUN");
    expect(stdout).toContain("/nowhere.node");
  });

  it.each([[[]], [["cure"]], [["doctor", "a", "b"]], [["doctor", "--fast"]]])(
    "does not understand %j",
    async (args) => {
      const { code, stderr } = await piToolcalls(args);
      expect(code).toBe(2);
      expect(stderr).toContain("Usage: pi-toolcalls doctor");
    },
  );

  it("explains itself", async () => {
    expect(await piToolcalls(["--help"])).toMatchObject({ code: 0, stderr: "" });
  });
});
