// `npm run test:container -- [docker's options] <image>`: the tests on the addon that lies in this clone, in a container of
// that image, such as node:22-alpine. A workflow does not run its job in one: actions would run inside, which Alpine on arm64
// cannot.

import { fileURLToPath } from "node:url";
import { run } from "../run.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

const options = process.argv.slice(2);
if (options.length === 0) {
  console.error("In which image? For example `npm run test:container -- node:22-alpine`.");
  process.exit(2);
}
// What is installed is the image's own: the clone's stays as it is.
const own = ["node_modules", ".references"].flatMap((folder) => ["--volume", `/package/${folder}`]);
const place = ["--volume", `${root}:/package`, ...own, "--workdir", "/package"];
const commands = "npm ci --ignore-scripts && npm run test:built";
process.exitCode = run("docker", ["run", "--rm", "--env", "CI", ...place, ...options, "sh", "-c", commands], root) ?? 1;
