/** `pi-toolcalls timeline`: a fixed trace as it is drawn, and what is said where there is nothing to draw. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { output } from "../register/runtime.js";

vi.setConfig({ testTimeout: 30_000 });

const cli = fileURLToPath(new URL("../../cli/pi-toolcalls.js", import.meta.url));
const trace = fileURLToPath(new URL("../data/trace-of-two-batches.json", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pi-toolcalls-timeline-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const timeline = (...args) => output(process.execPath, [cli, "timeline", ...args]);

/** @param {string} name @param {string} text */
function file(name, text) {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const DRAWN = `Batch 1: 4 calls, parallel, 402 ms

✓ read                       │░░····██████████████░                   │ 210 ms
✗ bash (timeout)             │  ░░··██████████████████████████████████│ 380 ms
✗ edit (invalid)             │    ▓                                   │   3 ms
✓ a tool whose name is quit… │    ░░█████████                         │  97 ms
                             └────────────────────────────────────────┘
                              0                                 400 ms
                              ▒ preparing
                              ▓ validating
                              ░ in hooks
                              · waiting for its turn
                              █ executing

Batch 2: 2 calls, sequential, not over

✓ write           │▒██                                                 │  2 ms
✗ bash (not over) │   ▒████████████████████████████████████████████████│ 47 ms
                  └────────────────────────────────────────────────────┘
                   0                                              50 ms
                   ▒ preparing   ▓ validating   █ executing

`;

describe("pi-toolcalls timeline", () => {
  it("draws the batches of a trace in the terminal", async () => {
    expect(await timeline(trace)).toEqual({ code: 0, stdout: DRAWN, stderr: "" });
  });

  it("draws a trace in the other form that there is, an object with the events", async () => {
    const traceEvents = JSON.parse(readFileSync(trace, "utf8"));
    expect(await timeline(file("object.json", JSON.stringify({ traceEvents })))).toMatchObject({ stdout: DRAWN });
  });

  it("draws what there is of a trace that was cut off", async () => {
    const whole = readFileSync(trace, "utf8");
    expect(await timeline(file("open.json", whole.replace(/\n\]\n$/, "")))).toMatchObject({ code: 0, stdout: DRAWN });
    const inTheMiddle = whole.slice(0, whole.indexOf("timeout") + 4);
    const { code, stdout } = await timeline(file("cut.json", inTheMiddle));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Batch 1: 4 calls, parallel, not over\n\n✓ read .*\n✗ bash \(not over\) /);
  });

  it("draws a call outside of a batch by itself", async () => {
    const events = [
      { name: "read", cat: "tool", ph: "B", ts: 1000, pid: 1, tid: 2, args: { call: 0, mode: "parallel" } },
      { ph: "E", ts: 6000, pid: 1, tid: 2, args: { status: "ok" } },
    ];
    const { stdout } = await timeline(file("lone.json", JSON.stringify(events)));
    expect(stdout).toMatch(/^Batch 1: 1 call, parallel, 5 ms\n\n✓ read │▒+│ 5 ms\n/);
  });

  it("draws one SVG that needs nothing else, with a title for each bar", async () => {
    const svg = join(folder, "out.svg");
    expect(await timeline("--svg", svg, trace)).toEqual({ code: 0, stdout: `Written to ${svg}.\n`, stderr: "" });
    const text = readFileSync(svg, "utf8");
    expect(text.match(/https?:[^"]*|href|<script|@import|url\(/g)).toEqual(["http://www.w3.org/2000/svg"]);
    expect(text).not.toMatch(/[^\n\P{Cc}]/u);
    expect(text).toContain(">a tool whose name is quite long…</text>");
    expect(text).toContain("<title>a tool whose name is quite long &#60;&#38;&#62; 字</title>");
    expect(text.match(/<title>executing: .*?<\/title>/g)).toEqual([
      "<title>executing: 140 ms</title>",
      "<title>executing: 340 ms</title>",
      "<title>executing: 79 ms</title>",
      "<title>executing: 1.3 ms</title>",
      "<title>executing: 46 ms</title>",
    ]);
    // Every element that is opened is closed.
    const open = [];
    for (const [, end, name, alone] of text.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (end) expect(open.pop()).toBe(name);
      else if (!alone) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it.each([
    ["a file that is not there", () => join(folder, "nowhere.json"), /^Cannot read .*nowhere\.json: ENOENT/],
    ["a folder", () => folder, /^Cannot read .*: EISDIR/],
    ["what is no JSON", () => file("a.txt", "hello"), /a\.txt is no trace: it has no array of trace events/],
    ["an empty file", () => file("b.json", ""), /b\.json is no trace: it has no array of trace events/],
    ["other JSON", () => file("c.json", '{"traceEvents":5}'), /c\.json is no trace: it has no array of trace events/],
    [
      "a trace of something else",
      () => file("d.json", '[{"ph":"B","cat":"v8"},null,7]'),
      /d\.json is no trace of tool calls/,
    ],
  ])("says so for %s", async (_, path, expected) => {
    const { code, stdout, stderr } = await timeline(path());
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(expected);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("says so where the picture cannot be written", async () => {
    const { code, stderr } = await timeline("--svg", join(folder, "nowhere/out.svg"), trace);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot write .*out\.svg: ENOENT/);
  });

  it.each([[[]], [["a", "b"]], [["--json", "a"]], [["--svg"]]])("does not understand %j", async (args) => {
    const { code, stderr } = await timeline(...args);
    expect(code).toBe(2);
    expect(stderr).toContain("pi-toolcalls timeline [--svg out.svg] trace.json");
  });
});
