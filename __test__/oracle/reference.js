/**
 * The published packages as test oracles: their own, never exported `executeToolCalls`, `runToolCall` where there is one,
 * and the `validateToolArguments` they use. Any version that is in node_modules, or that `npm run references` has got.
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

/** Since 0.74.0. @type {ReferencePackage} */
const RENAMED = { ...PI_0_73_1, loop: "@earendil-works/pi-agent-core", ai: "@earendil-works/pi-ai" };

const HERE = fileURLToPath(new URL(".", import.meta.url));
const REFERENCES = fileURLToPath(new URL("../../.references/", import.meta.url));

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

/** The folder that Node would take the package from, for an import in the folder `from`; undefined where there is none. */
function packageFolder(specifier, from) {
  const lookup = nodeModule.createRequire(join(from, "any.js")).resolve.paths(specifier) ?? [];
  return lookup.map((folder) => join(folder, specifier)).find((folder) => existsSync(join(folder, "package.json")));
}

const versionIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

/** Where that version lies, and under which names; a build part (`0.69.0+typebox.1.1.24`) is known to `.references` alone. */
function locate(version) {
  for (const names of [PI_0_73_1, RENAMED]) {
    const installed = packageFolder(names.loop, HERE);
    if (installed && versionIn(installed) === version) return { names, folder: installed };
    const fetched = join(REFERENCES, version, "node_modules", names.loop);
    if (existsSync(join(fetched, "package.json"))) return { names, folder: fetched };
  }
  throw new Error(`pi ${version} is not there to compare with: npm run references -- ${version}`);
}

function installed(names) {
  const folder = packageFolder(names.loop, HERE);
  if (folder === undefined) throw new Error(`${names.loop} is not installed`);
  return { names, folder };
}

/**
 * Loads one published version.
 * @param {string | ReferencePackage} [which] a version, or the names of packages that are installed
 */
export async function loadReference(which = PI_0_73_1) {
  hookOnce();
  const { names, folder } = typeof which === "string" ? locate(which) : installed(which);
  const loop = pathToFileURL(join(folder, "dist", "agent-loop.js"));
  loop.search = "?expose=executeToolCalls";
  const { executeToolCalls, runToolCall } = await import(/* @vite-ignore */ loop.href);
  const ai = packageFolder(names.ai, folder);
  const validation = pathToFileURL(join(ai, names.validation));
  const { validateToolArguments } = await import(/* @vite-ignore */ validation.href);
  const typebox = packageFolder("typebox", ai);
  return {
    version: versionIn(folder),
    /** The TypeBox it validates with; the later versions have none. */
    typebox: typebox && versionIn(typebox),
    executeToolCalls,
    runToolCall,
    validateToolArguments,
  };
}
