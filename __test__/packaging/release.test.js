// The release is made of what stands in package.json: its targets, its scripts.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = new URL("../../", import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), "utf8");
const { napi, scripts, version } = JSON.parse(read("package.json"));

/** The name that the napi command gives a target's folder. @param {string} target */
function folderOf(target) {
  const [cpu, , os, abi] = target.split("-");
  const arch = { x86_64: "x64", aarch64: "arm64" }[cpu];
  return [{ windows: "win32" }[os] ?? os, arch, abi].filter((part) => part !== undefined).join("-");
}

describe("npm/", () => {
  it("has a package a target, and no other", () => {
    expect(readdirSync(new URL("npm", root)).sort()).toEqual(napi.targets.map(folderOf).sort());
  });

  it.each(napi.targets.map(folderOf))("has %s at this version, with one addon in it", (folder) => {
    const addon = `${napi.binaryName}.${folder}.node`;
    const manifest = JSON.parse(read(`npm/${folder}/package.json`));
    expect(manifest).toMatchObject({ name: `pi-toolcalls-${folder}`, version, main: addon, files: [addon] });
    const libc = { gnu: ["glibc"], musl: ["musl"] }[folder.split("-")[2]];
    expect(manifest.libc).toEqual(libc);
  });
});

describe.each(["ci", "release"])("the workflow %s", (name) => {
  const { jobs } = parse(read(`.github/workflows/${name}.yml`));
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.map((/** @type {any} */ step) => step.run ?? ""));

  it.each(runs.filter((run) => run !== ""))("runs what package.json has: %s", (run) => {
    const [program, verb, script] = run.split(" ");
    expect(program).toBe("npm");
    if (verb === "run") expect(Object.keys(scripts)).toContain(script);
    else expect(run).toBe("npm ci --ignore-scripts");
  });
});

describe("the release workflow", () => {
  const { jobs } = parse(read(".github/workflows/release.yml"));
  /** @param {any} job @returns {string[]} */
  const targets = (job) => job.strategy.matrix.include.map((/** @type {any} */ { target }) => target);

  it("builds every target, and tests every target", () => {
    expect(targets(jobs.build).sort()).toEqual([...napi.targets].sort());
    expect([...targets(jobs["test-linux"]), ...targets(jobs["test-others"])].sort()).toEqual([...napi.targets].sort());
  });
});
