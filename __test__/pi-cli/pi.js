// Starts pi's command-line agent, as it comes from npm, on a scratch folder and against a scripted model.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startModel } from "./model-server.js";
import { layOut, tools } from "./task.js";

const register = new URL("../../register.js", import.meta.url).href;
const counters = new URL("./counters.mjs", import.meta.url).href;

/**
 * @typedef {object} Outcome
 * @property {number | null} code
 * @property {string} stdout
 * @property {string} stderr
 * @property {string} session the session file, empty where pi did not come so far
 * @property {Record<string, string>} files what is in the folder at the end
 * @property {import("./model-server.js").Request[]} requests what the model was asked
 * @property {any} activity what the addon counted, where it was there
 */

/** @param {string} folder @returns {Record<string, string>} */
function filesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]));
}

/** Nothing where pi did not come so far. @param {string} folder */
function onlyFileIn(folder) {
  if (!existsSync(folder)) return "";
  const [file, ...others] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  if (file === undefined || others.length > 0) throw new Error(`expected one file in ${folder}`);
  return readFileSync(join(file.parentPath, file.name), "utf8");
}

/**
 * Runs pi once. The folder is made anew, at the same place for every run, as its path is in what pi writes.
 * @param {object} options
 * @param {import("./commands.js").Command} options.command
 * @param {string} options.scratch
 * @param {import("./model-server.js").Turn[]} options.script
 * @param {string[]} options.args
 * @param {boolean} options.addon
 * @param {string} [options.node]
 * @param {Record<string, string>} [options.extensions] more than the task's own, by the name of their tool
 * @param {string[]} [options.builtins] tools of pi's own that the task does not use
 * @param {Record<string, string>} [options.settings] of the addon: environment variables
 * @param {(pi: import("node:child_process").ChildProcessWithoutNullStreams) => void} [options.drive] what to send it
 * @returns {Promise<Outcome>}
 */
export async function runPi({
  command,
  scratch,
  script,
  args,
  addon,
  node = process.execPath,
  extensions = {},
  builtins = [],
  settings = {},
  drive = (pi) => pi.stdin.end(),
}) {
  rmSync(scratch, { recursive: true, force: true });
  const [folder, home, sessions, counted] = ["folder", "home", "sessions", "counted.json"].map((name) =>
    join(scratch, name),
  );
  mkdirSync(home, { recursive: true });
  layOut(folder, extensions);
  const model = await startModel(script);
  const provider = { baseUrl: model.baseUrl, api: "openai-completions", apiKey: "none", models: [{ id: "scripted" }] };
  writeFileSync(join(home, "models.json"), JSON.stringify({ providers: { local: provider } }));
  // On Windows pi looks for Git's bash beneath `ProgramFiles` first; the first one on the path may be of another system.
  const { PATH, ProgramFiles } = process.env;
  const own = { PATH, ProgramFiles, HOME: home, PI_CODING_AGENT_DIR: home, PI_OFFLINE: "1", PI_TELEMETRY: "0" };
  const preload = `--import ${register} --import ${counters}`;
  const env = addon ? { ...own, NODE_OPTIONS: preload, PI_TOOLCALLS: "require", COUNTED: counted, ...settings } : own;
  const enabled = [...tools, ...builtins, ...Object.keys(extensions)].join();
  const common = ["--provider", "local", "--model", "scripted", "--session-dir", sessions, "--tools", enabled];
  try {
    const pi = spawn(node, [command.cli, ...command.flags, ...common, ...args], { cwd: folder, env, stdio: "pipe" });
    const timer = setTimeout(() => pi.kill("SIGKILL"), 100_000);
    let stdout = "";
    let stderr = "";
    pi.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    pi.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    const ended = new Promise((resolve) => pi.once("close", resolve));
    drive(pi);
    const code = await ended;
    clearTimeout(timer);
    return {
      code,
      stdout,
      stderr,
      session: onlyFileIn(sessions),
      files: filesIn(folder),
      requests: model.requests,
      activity: existsSync(counted) ? JSON.parse(readFileSync(counted, "utf8")) : undefined,
    };
  } finally {
    await model.stop();
  }
}
