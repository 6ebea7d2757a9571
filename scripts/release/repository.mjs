// Names the repository that a workflow runs in, in package.json, from which `napi create-npm-dirs` takes it over: npm refuses
// a package with provenance that names another one, or none. Elsewhere than in a workflow there is nothing to name.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
if (GITHUB_REPOSITORY) {
  const path = fileURLToPath(new URL("../../package.json", import.meta.url));
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  manifest.repository = { type: "git", url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
