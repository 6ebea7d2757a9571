// Makes the two tarballs that a user on Linux x64 gets: this package, and the one with the addon in it.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const platform = "linux-x64-gnu";
const addon = `pi-toolcalls.${platform}.node`;

/** @param {string} folder @param {string} into @returns {string} the tarball */
function pack(folder, into) {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", into];
  const said = JSON.parse(execFileSync("npm", args, { cwd: folder, encoding: "utf8" }));
  return join(into, said[0].filename);
}

/**
 * Packs both. The root asks for the platform package as the release does, by a file in place of a version, since nothing
 * is published.
 * @param {string} into
 */
export function packBoth(into) {
  const stage = join(into, "stage");
  cpSync(join(root, "npm", platform), join(stage, platform), { recursive: true });
  copyFileSync(join(root, addon), join(stage, platform, addon));
  const platformTarball = pack(join(stage, platform), into);
  const rootTarball = pack(root, into);
  execFileSync("tar", ["-xzf", rootTarball, "-C", stage]);
  const manifest = JSON.parse(readFileSync(join(stage, "package/package.json"), "utf8"));
  manifest.optionalDependencies = { [`pi-toolcalls-${platform}`]: `file:${platformTarball}` };
  writeFileSync(join(stage, "package/package.json"), JSON.stringify(manifest));
  const withPlatform = join(into, "with-platform");
  mkdirSync(withPlatform);
  return { published: rootTarball, installed: pack(join(stage, "package"), withPlatform) };
}
