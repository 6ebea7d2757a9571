/** Runs one of these programs in a process of its own, so that a crash or a hang is a failed test and not the end of all. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** After which a program counts as hanging; below the tests' own limit. */
const TIMEOUT_MS = 110_000;

/** @returns {Promise<{ code: number | null, signal: string | null, stdout: string, stderr: string }>} */
export function runProgram(name, args = [], env = {}) {
  const file = fileURLToPath(new URL(name, import.meta.url));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { timeout: TIMEOUT_MS, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error ? error.code : 0, signal: error?.signal ?? null, stdout, stderr });
      },
    );
  });
}
