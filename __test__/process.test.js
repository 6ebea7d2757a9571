/** What the addon does to the process it lives in: exits, workers, and failing to load. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { DISPATCHES, packageUrl } from "./play/implementations.js";
import { runProgram } from "./programs/run.js";

const TIMEOUT = { timeout: 120_000 };

describe("a process whose only pending thing is a batch that waits for a tool", () => {
  it.each(DISPATCHES)("ends like with the reference, handed over %s", TIMEOUT, async (dispatch) => {
    const expected = await runProgram("waiting-batch.js", ["reference"]);
    expect(expected.stdout).toMatch(/tool_execution_start id2[\s\S]*exit 0\n$/);
    expect(await runProgram("waiting-batch.js", [dispatch])).toEqual(expected);
  });
});

describe("a worker thread with calls in flight", () => {
  it("can be killed 100 times, and the process is unharmed", TIMEOUT, async () => {
    const { code, signal, stdout, stderr } = await runProgram("kill-workers.js", [packageUrl, "100"]);
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" });
    expect(stdout).toBe("killed 100; inline fine, queued fine\n");
  });

  it("leaves no memory behind", TIMEOUT, async () => {
    const { code, stdout, stderr } = await runProgram("workers-that-leave.js", [packageUrl]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { first, last } = JSON.parse(stdout);
    expect(last - first, `resident bytes from ${first} to ${last}`).toBeLessThan(24 * 1024 * 1024);
  });
});

describe("an addon that cannot be loaded", () => {
  const folder = mkdtempSync(join(tmpdir(), "pi-toolcalls-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A copy of the package as it is shipped, without the binary. */
  function copyWithoutBinary() {
    const source = dirname(fileURLToPath(packageUrl));
    for (const name of readdirSync(source)) {
      if (/^(index\.\w+|native\.\w+|js|package\.json)$/.test(name))
        cpSync(join(source, name), join(folder, name), { recursive: true });
    }
    return join(folder, "index.js");
  }

  it.each(["import", "require"])(
    "fails at %s with one error that names the platform, each file tried with its reason, and the remedy",
    TIMEOUT,
    async (way) => {
      const copy = copyWithoutBinary();
      const target = way === "import" ? pathToFileURL(copy).href : copy.replace(/\.js$/, ".cjs");
      const { code, stdout } = await runProgram("load.js", [way, target]);
      expect(code).toBe(0);
      const { errors } = JSON.parse(stdout);
      expect(errors).toHaveLength(1);
      const [text] = errors;
      expect(text).toContain(process.platform);
      expect(text).toContain(process.arch);
      // Each file tried stands on a line of its own, with its own reason.
      const tried = text
        .split("\n")
        .filter((line) => /pi-toolcalls[.-][\w-]+/.test(line) && /: \S|cannot|not found/i.test(line));
      expect(tried.length).toBeGreaterThanOrEqual(2);
      expect(text).toMatch(/npm (install|i|run|rebuild)|build/i);
    },
  );
});
