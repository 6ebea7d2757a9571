import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, describe, expect, it } from "vitest";
import { foreignCopy } from "./foreign.js";

const require = createRequire(import.meta.url);
const { mayHoldLoop, recognise } = require("../../js/register/recognise.js");

/** @type {{ remove: () => void }[]} */
const made = [];

afterEach(() => {
  for (const copy of made.splice(0)) copy.remove();
});

/** @param {import("./foreign.js").Change} change */
function recognised(change) {
  const copy = foreignCopy(change);
  made.push(copy);
  return recognise(copy.url, readFileSync(new URL(copy.url), "utf8"));
}

/** The declaration as the bundler of the pi command prints it. @param {string} source */
const minified = (source) =>
  source.replace(
    "(currentContext, assistantMessage, config, signal, emit) {",
    "(currentContext,assistantMessage,config,signal,emit){",
  );

const chunk = "dist/bundle/chunks/chunk-E5KXRMZK.js";

describe("mayHoldLoop", () => {
  it.each([
    "file:///a/node_modules/@mariozechner/pi-agent-core/dist/agent-loop.js",
    "file:///a/node_modules/@mariozechner/pi-agent-core/dist/agent-loop.js?t=1",
    "file:///C:/a/packages/agent/dist/agent-loop.js#x",
    "file:///a/dist/bundle/chunks/chunk-E5KXRMZK.js",
  ])("looks into %s", (url) => expect(mayHoldLoop(url)).toBe(true));

  it.each([
    "file:///a/dist/agent-loop.js.map",
    "file:///a/dist/agent-loop.json",
    "file:///a/dist/my-agent-loop.js",
    "file:///a/src/agent-loop.js",
    "file:///a/dist/bundle/cli.js",
    "file:///a/dist/bundle/chunks/deeper/chunk.js",
    "file:///a/index.js?from=/dist/agent-loop.js",
    "https://example.com/dist/agent-loop.js",
    "data:text/javascript,/dist/agent-loop.js",
    "node:fs",
  ])("passes over %s", (url) => expect(mayHoldLoop(url)).toBe(false));
});

describe("recognise", () => {
  it.each(["@mariozechner/pi-agent-core", "@earendil-works/pi-agent-core"])("knows %s", (name) => {
    expect(recognised({ name, version: "0.74.0" })).toMatchObject({
      copy: { name, version: "0.74.0", versions: { agentCore: "0.74.0" } },
    });
  });

  it("knows the chunk of a bundled command, decided by the command's version", () => {
    const name = "@earendil-works/pi-coding-agent";
    const covered = recognised({ name, version: "0.84.3", place: chunk, source: minified });
    const versions = { agentCore: "0.84.3", ai: "0.84.3" };
    expect(covered).toMatchObject({ copy: { name, version: "0.84.3", versions } });
    const unknown = recognised({ name, version: "99.0.0", place: chunk, source: minified });
    expect(unknown).toMatchObject({ code: "PI_TOOLCALLS_UNKNOWN_VERSION" });
  });

  it("has nothing to say of a chunk without the loop", () => {
    const name = "@earendil-works/pi-coding-agent";
    expect(recognised({ name, place: chunk, source: () => "export const a = 1;" })).toBeUndefined();
  });

  it.each([
    { name: "pi-agent-core" },
    { name: "@someone/pi-agent-core" },
    { name: "agent" },
    { name: "@mariozechner/pi-agent-core", place: chunk },
  ])("leaves another package alone without a word: %j", (change) => {
    expect(recognised(change)).toBeUndefined();
  });

  it("names the version that it does not know", () => {
    const { code, reason } = recognised({ version: "1.7.0" });
    expect(code).toBe("PI_TOOLCALLS_UNKNOWN_VERSION");
    expect(reason).toBe(
      "@mariozechner/pi-agent-core 1.7.0 stays on pi's own loop: the behaviour of 1.7.0 is not known to this version of " +
        "pi-toolcalls, which covers 0.69.0 to 1.6.0",
    );
  });

  it.each([
    [
      "other parameters",
      (/** @type {string} */ text) => text.replace("config, signal, emit) {", "config, emit, signal) {"),
    ],
    ["another name", (/** @type {string} */ text) => text.replaceAll("executeToolCalls(", "runToolCalls(")],
    ["two declarations", (/** @type {string} */ text) => text + text],
    [
      "no call by name",
      (/** @type {string} */ text) => text.replace("await executeToolCalls(", "await (0, executeToolCalls)("),
    ],
  ])("does not take a loop with %s for the published one", (_, source) => {
    expect(recognised({ source })).toMatchObject({ code: "PI_TOOLCALLS_UNRECOGNISED" });
  });

  it.each(["", "{", "null", "[]", '"text"', '{"name":7}'])("survives the package.json %j", (manifest) => {
    expect(recognised({ manifest })?.copy).toBeUndefined();
  });
});
