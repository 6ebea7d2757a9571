import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { foreignCopy } from "./foreign.js";
import { bun, nodes, run } from "./runtime.js";

// Loading pi-ai takes a second, and some tests do it four times.
vi.setConfig({ testTimeout: 60_000 });

const ADD = ["3", "7"];

/** @param {import("./runtime.js").Run} done */
function expectTakenOver({ code, stderr, report }) {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(report).toMatchObject({
    results: ADD,
    active: true,
    copies: [{ name: "@mariozechner/pi-agent-core", version: "0.73.1", versions: { ai: "0.73.1" }, batches: 1 }],
  });
}

/** @param {import("./runtime.js").Run} done @param {string} code @param {RegExp} text */
function expectOneWarning({ stderr }, code, text) {
  expect(stderr.match(/PiToolcallsWarning/g)).toHaveLength(1);
  expect(stderr).toContain(`[${code}]`);
  expect(stderr).toMatch(text);
}

describe.each(nodes())("pi-toolcalls/register under $name", ({ path: node }) => {
  const preload = ["--import", "pi-toolcalls/register"];

  it.each([
    ["preloaded", [...preload, "beside.mjs"]],
    ["imported before the agent", ["after.mjs"]],
    ["preloaded into a worker thread", [...preload, "worker.mjs", "beside.mjs"]],
    ["imported in a worker thread", ["worker.mjs", "after.mjs"]],
    ["preloaded for jiti", [...preload, "jiti.mjs"]],
    ["preloaded for jiti's command", [...preload, "../../../node_modules/jiti/lib/jiti-cli.mjs", "typed.ts"]],
    ["preloaded before tsx", [...preload, "--import", "tsx", "typed.ts"]],
    ["preloaded after tsx", ["--import", "tsx", ...preload, "typed.ts"]],
  ])("takes pi's loop over when %s", async (_, args) => {
    expectTakenOver(await run(node, args));
  });

  it("takes it over in all that NODE_OPTIONS reaches, tsx's command too", async () => {
    const env = { NODE_OPTIONS: "--import pi-toolcalls/register" };
    expectTakenOver(await run(node, ["beside.mjs"], env));
    expectTakenOver(await run(node, ["worker.mjs", "beside.mjs"], env));
    expectTakenOver(await run(node, ["../../../node_modules/tsx/dist/cli.mjs", "typed.ts"], env));
  });

  it("says so when pi was loaded before", async () => {
    const done = await run(node, ["beside.mjs"]);
    expect(done.report).toMatchObject({ results: ADD, copies: [] });
    expectOneWarning(
      done,
      "PI_TOOLCALLS_TOO_LATE",
      /0\.73\.1 was loaded before .*`node --import pi-toolcalls\/register`/,
    );
    const required = await run(node, ["beside.mjs"], { PI_TOOLCALLS: "require" });
    expect(required).toMatchObject({ code: 1, report: undefined });
    expect(required.stderr).toContain("PI_TOOLCALLS_TOO_LATE");
  });

  it("takes over what require() loads, or says that it cannot", async () => {
    const done = await run(node, ["--disable-warning=ExperimentalWarning", "required.cjs"]);
    if (done.report.hooks === "synchronous") {
      expectTakenOver(done);
    } else {
      expect(done.report).toMatchObject({ results: ADD, copies: [] });
      expectOneWarning(
        done,
        "PI_TOOLCALLS_NO_HOOKS",
        /0\.73\.1 was loaded by require\(\), .* use Node\.js 22\.15 or newer/,
      );
    }
  });

  it("is switched off by PI_TOOLCALLS=off", async () => {
    const done = await run(node, [...preload, "beside.mjs"], { PI_TOOLCALLS: "off" });
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.report).toEqual({ results: ADD, active: false, reason: "PI_TOOLCALLS=off", copies: [] });
  });

  it("runs under PI_TOOLCALLS=require as without it", async () => {
    expectTakenOver(await run(node, [...preload, "beside.mjs"], { PI_TOOLCALLS: "require" }));
  });

  it("warns of a value of PI_TOOLCALLS that means nothing", async () => {
    const done = await run(node, [...preload, "beside.mjs"], { PI_TOOLCALLS: "yes" });
    expectOneWarning(done, "PI_TOOLCALLS_SETTING", /PI_TOOLCALLS=yes means nothing; "on", "off" and "require" do/);
    expect(done.report.copies).toHaveLength(1);
  });

  it("leaves pi's loop where the addon cannot be loaded", async () => {
    const env = { NAPI_RS_NATIVE_LIBRARY_PATH: "/nowhere.node" };
    const done = await run(node, [...preload, "beside.mjs"], env);
    expect(done.report).toMatchObject({ results: ADD, active: false, copies: [] });
    expectOneWarning(done, "PI_TOOLCALLS_NOT_LOADED", /cannot be loaded, pi's own loop stays/);
    const required = await run(node, [...preload, "beside.mjs"], { ...env, PI_TOOLCALLS: "require" });
    expect(required).toMatchObject({ code: 1, report: undefined });
    expect(required.stderr).toContain("PI_TOOLCALLS_NOT_LOADED");
  });

  describe("with packages that are not quite pi's", () => {
    /** @type {Record<string, ReturnType<typeof foreignCopy>>} */
    const copies = {};

    beforeAll(() => {
      copies.other = foreignCopy({ version: "0.70.0" });
      copies.unknown = foreignCopy({ name: "@earendil-works/pi-agent-core", version: "99.0.0" });
      copies.changed = foreignCopy({
        source: (text) => text.replace("config, signal, emit) {", "config, emit, signal) {"),
      });
      copies.foreign = foreignCopy({ name: "@someone/agent" });
      copies.nested = foreignCopy({
        source: (text) =>
          `function outer() {\n${text.slice(text.indexOf("async function executeToolCalls("))}\n}\n// await executeToolCalls(`,
      });
    });

    afterAll(() => {
      for (const copy of Object.values(copies)) copy.remove();
    });

    it("takes over two copies in one process, each counted apart", async () => {
      const own = new URL("../../node_modules/@mariozechner/pi-agent-core/dist/agent-loop.js", import.meta.url).href;
      const done = await run(node, ["two-copies.mjs", copies.other.url, own]);
      expect(done).toMatchObject({ code: 0, stderr: "" });
      expect(done.report.copies.map(({ version, url }) => [version, url])).toEqual([
        ["0.70.0", copies.other.url],
        ["0.73.1", own],
        ["0.73.1", `${own}?again`],
      ]);
    });

    it.each([
      ["unknown", "PI_TOOLCALLS_UNKNOWN_VERSION", /@earendil-works\/pi-agent-core 99\.0\.0 stays on pi's own loop/],
      ["changed", "PI_TOOLCALLS_UNRECOGNISED", /is not the file that was published/],
    ])("leaves an %s one alone, with one warning", async (which, code, text) => {
      const done = await run(node, ["two-copies.mjs", copies[which].url, `${copies[which].url}?2`]);
      expect(done.report.copies).toEqual([]);
      expectOneWarning(done, code, text);
      const required = await run(node, ["load.mjs", copies[which].url], { PI_TOOLCALLS: "require" });
      expect(required).toMatchObject({ code: 1, report: undefined });
      expect(required.stderr).toContain(code);
      expect(required.stderr).toMatch(text);
    });

    it("leaves another package alone without a word", async () => {
      const done = await run(node, ["load.mjs", copies.foreign.url], { PI_TOOLCALLS: "require" });
      expect(done).toMatchObject({ code: 0, stderr: "", report: { copies: [] } });
    });

    it("does no harm where the function is not at the module's top level", async () => {
      const done = await run(node, ["load.mjs", copies.nested.url]);
      expect(done).toMatchObject({ code: 0, stderr: "", report: { copies: [] } });
    });
  });
});

describe.skipIf(bun() === undefined)("pi-toolcalls/register under Bun", () => {
  const runtime = bun() ?? "";

  it("takes pi's loop over when preloaded", async () => {
    const done = await run(runtime, ["--preload", "pi-toolcalls/register", "beside.mjs"]);
    expectTakenOver(done);
    expect(done.report.hooks).toBe("bun");
  });

  it.each(["after.mjs", "required.cjs"])("takes it over in %s", async (program) => {
    expectTakenOver(await run(runtime, [program]));
  });

  // Bun loads what is imported side by side at once, and either may be there first.
  it("takes it over in beside.mjs, or says that it came too late", async () => {
    const done = await run(runtime, ["beside.mjs"]);
    if (done.stderr === "") return expectTakenOver(done);
    expect(done.report.copies).toEqual([]);
    expectOneWarning(done, "PI_TOOLCALLS_TOO_LATE", /`bun --preload pi-toolcalls\/register`/);
  });

  it("says so when pi was loaded before", async () => {
    const done = await run(runtime, ["behind.mjs"]);
    expect(done.report.copies).toEqual([]);
    expectOneWarning(done, "PI_TOOLCALLS_TOO_LATE", /`bun --preload pi-toolcalls\/register`/);
  });
});
