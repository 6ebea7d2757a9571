/**
 * The published package as a test oracle: its own, never exported `executeToolCalls`, and the `validateToolArguments` it
 * uses. Which package is a parameter, so that other published versions load the same way.
 */
import { existsSync, readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadSync } from "./expose.js";

/** @typedef {{ loop: string, ai: string, validation: string }} ReferencePackage */

/** @type {ReferencePackage} */
export const PI_0_73_1 = {
  loop: "@mariozechner/pi-agent-core",
  ai: "@mariozechner/pi-ai",
  validation: "dist/utils/validation.js",
};

/**
 * Once Node 20's optimiser has compiled a call of `URL.canParse`, that call misreads letters of Latin-1 ("https://ä/" is no
 * URL to it any more). The reference's format `iri` would change its mind in the middle of a run; this asks the same parser.
 */
URL.canParse = (url, base) => {
  try {
    return new URL(url, base) !== undefined;
  } catch {
    return false;
  }
};

let hooked = false;

function hookOnce() {
  if (hooked) return;
  hooked = true;
  // registerHooks (Node 22.15) runs in this thread; before it there is only register, which runs beside it.
  if (nodeModule.registerHooks) nodeModule.registerHooks({ load: loadSync });
  else nodeModule.register("./expose.js", import.meta.url);
}

/** The folder that Node would take the package from, for an import in the folder `from`. */
function packageFolder(specifier, from) {
  const lookup = nodeModule.createRequire(join(from, "any.js")).resolve.paths(specifier) ?? [];
  for (const folder of lookup) {
    const candidate = join(folder, specifier);
    if (existsSync(join(candidate, "package.json"))) return candidate;
  }
  throw new Error(`${specifier} is not installed for ${from}`);
}

/**
 * Loads one published version. `from` is the folder whose node_modules hold it.
 * @param {ReferencePackage} [names]
 */
export async function loadReference(names = PI_0_73_1, from = fileURLToPath(new URL(".", import.meta.url))) {
  hookOnce();
  const folder = packageFolder(names.loop, from);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const loop = pathToFileURL(join(folder, "dist", "agent-loop.js"));
  loop.search = "?expose=executeToolCalls";
  const { executeToolCalls } = await import(/* @vite-ignore */ loop.href);
  const validation = pathToFileURL(join(packageFolder(names.ai, folder), names.validation));
  const { validateToolArguments } = await import(/* @vite-ignore */ validation.href);
  return { version, executeToolCalls, validateToolArguments };
}
