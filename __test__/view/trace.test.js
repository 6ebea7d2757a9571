/** `PI_TOOLCALLS_TRACE`: the file that a run leaves behind. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { output } from "../register/runtime.js";

vi.setConfig({ testTimeout: 30_000 });

const program = fileURLToPath(new URL("programs/traced.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pi-toolcalls-trace-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;

/** Runs the program in a folder of its own. @returns its outcome, and the files that it left, by name */
async function traced(how, name = "trace.json") {
  const place = join(folder, String(runs++));
  const env = { PI_TOOLCALLS_TRACE: join(place, name) };
  mkdirSync(place);
  const outcome = await output(process.execPath, [program, how], env);
  const files = Object.fromEntries(readdirSync(place).map((file) => [file, readFileSync(join(place, file), "utf8")]));
  return { ...outcome, files };
}

/** The slices of a trace, each with those inside it. Fails where they are not nested. */
function slicesOf(events) {
  const lanes = new Map();
  const slices = [];
  for (const { ph, tid, ts, name, cat, args } of events) {
    if (!lanes.has(tid)) lanes.set(tid, []);
    const open = lanes.get(tid);
    if (ph === "B") {
      const slice = { name, cat, from: ts, tid, args, inside: [] };
      if (open.length > 0) open.at(-1).inside.push(slice);
      else slices.push(slice);
      open.push(slice);
    } else if (ph === "E") {
      const slice = open.pop();
      expect(slice.from).toBeLessThanOrEqual(ts);
      Object.assign(slice, { until: ts, ended: args });
    }
  }
  return { slices, open: [...lanes.values()].flat() };
}

const stagesOf = (slice) => slice.inside.map(({ name }) => name);

describe("a traced run", () => {
  it.each(["normally", "by exit"])(
    "that ends %s leaves JSON with a slice for each batch, call and stage",
    async (how) => {
      const { code, stderr, files } = await traced(how);
      expect({ code, stderr, files: Object.keys(files) }).toEqual({ code: 0, stderr: "", files: ["trace.json"] });
      const { slices, open } = slicesOf(JSON.parse(files["trace.json"]));
      expect(open).toEqual([]);
      const batches = slices.filter(({ cat }) => cat === "batch");
      expect(batches.map(({ name, args }) => [name, args.mode])).toEqual([
        ["batch of 4 calls", "parallel"],
        ["batch of 2 calls", "parallel"],
        ["batch of 2 calls", "sequential"],
      ]);
      expect(batches[0].ended.statuses).toEqual(["ok", "error", "unknown", "ok"]);
      const calls = slices.filter(({ cat }) => cat === "tool");
      expect(calls.map(({ name, args, ended }) => [args.batch, args.call, name, args.id, ended.status]).sort()).toEqual(
        [
          [1, 0, "good", "id 0", "ok"],
          [1, 1, "bad", "id 1", "error"],
          [1, 2, "nothing", "id 2", "unknown"],
          [1, 3, "good", "id 3", "ok"],
          [2, 0, "good", "id 0", "ok"],
          [2, 1, "good", "id 1", "ok"],
          [3, 0, "good", "id 0", "ok"],
          [3, 1, "bad", "id 1", "error"],
        ],
      );
      for (const call of calls) {
        const stages = ["preparing", "validating", "hooks", "queued", "executing", "hooks"];
        expect(stagesOf(call)).toEqual(call.name === "nothing" ? ["preparing"] : stages);
      }
    },
  );

  it("has a lane for each call, which none shares with it while the batch runs", async () => {
    const { files } = await traced("normally");
    const events = JSON.parse(files["trace.json"]);
    const { slices } = slicesOf(events);
    const lanesOf = (batch) =>
      slices.filter(({ cat, args }) => cat === "tool" && args.batch === batch).map((s) => s.tid);
    const lanes = [...new Set([...lanesOf(1), ...lanesOf(2)])].sort((a, b) => a - b);
    expect(lanes).toHaveLength(6);
    expect(lanesOf(3)).toEqual(lanes.slice(0, 2));
    const named = events.filter(({ name }) => name === "thread_name").map(({ tid }) => tid);
    expect(new Set(slices.map(({ tid }) => tid))).toEqual(new Set(named));
  });

  it("that is killed while a tool hangs leaves what had happened and what was under way", async () => {
    const path = join(folder, "killed.json");
    const child = spawn(process.execPath, [program, "never"], { env: { ...process.env, PI_TOOLCALLS_TRACE: path } });
    const closed = new Promise((resolve) => child.on("close", resolve));
    const read = () => {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return "";
      }
    };
    while (!/"hangs"(?:.|\n)*"executing"/.test(read())) await wait(20);
    child.kill("SIGKILL");
    await closed;
    const { open } = slicesOf(JSON.parse(`${read()}]`));
    expect(open.map(({ name }) => name)).toEqual(["batch of 2 calls", "hangs", "executing"]);
  });

  it("with a worker leaves a file for it too", async () => {
    const { code, files } = await traced("in a worker");
    expect(code).toBe(0);
    expect(Object.keys(files)).toEqual(["trace.json", expect.stringMatching(/^trace\.thread-\d+\.json$/)]);
    for (const text of Object.values(files)) expect(slicesOf(JSON.parse(text)).slices).not.toEqual([]);
  });

  it("that starts a process leaves a file for that too, and its own is whole", async () => {
    const { code, files } = await traced("in a child");
    expect(code).toBe(0);
    expect(Object.keys(files).sort()).toEqual([expect.stringMatching(/^trace\.\d+\.json$/), "trace.json"]);
    for (const text of Object.values(files)) expect(slicesOf(JSON.parse(text)).slices).toHaveLength(11);
  });

  it("goes on with one warning where the file cannot be written", async () => {
    const { code, stderr } = await traced("normally", "nowhere/trace.json");
    expect(code).toBe(0);
    expect(stderr.match(/PiToolcallsWarning: PI_TOOLCALLS_TRACE: nothing more is written to .*ENOENT/g)).toHaveLength(
      1,
    );
  });
});
