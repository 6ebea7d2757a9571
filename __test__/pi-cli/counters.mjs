// Preloaded after `pi-toolcalls/register`: leaves what the addon counted in a file when the process ends.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { activity } from "pi-toolcalls/register";

if (isMainThread) {
  process.on("exit", () => writeFileSync(process.env.COUNTED, JSON.stringify(activity())));
}
