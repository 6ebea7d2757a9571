// Lets pi's agent loop run its tool batches through the addon. Import it before pi-agent-core is loaded.
//
// pi calls its `executeToolCalls` inside its own module, and nobody can pass it another one. So a load hook appends one
// line to that module as Node.js reads it, which puts the addon's function in the place of pi's. Nothing on disk changes.

import * as nodeModule from "node:module";
import { executeToolCalls as throughAddon } from "pi-toolcalls";

/** How many batches the addon has run. */
export const ran = { batches: 0 };

/** @type {typeof throughAddon} */
export function executeToolCalls(currentContext, assistantMessage, config, signal, emit) {
  ran.batches++;
  return throughAddon(currentContext, assistantMessage, config, signal, emit);
}

const appended = `
import { executeToolCalls as replacement } from ${JSON.stringify(import.meta.url)};
executeToolCalls = replacement;
`;

/**
 * The hook for both of Node.js's interfaces: one waits for `nextLoad`, the other does not.
 * @param {string} url @param {object} context @param {(url: string, context: object) => any} nextLoad
 */
function load(url, context, nextLoad) {
  const loaded = nextLoad(url, context);
  if (!url.endsWith("/@mariozechner/pi-agent-core/dist/agent-loop.js")) return loaded;
  const append = (/** @type {{ source: string | Buffer }} */ module) => ({
    ...module,
    source: Buffer.from(module.source).toString() + appended,
  });
  return loaded instanceof Promise ? loaded.then(append) : append(loaded);
}

/** @type {{ registerHooks?: (hooks: object) => void, register: (specifier: string) => void }} */
const { registerHooks, register } = /** @type {any} */ (nodeModule);
if (registerHooks) {
  registerHooks({ load });
} else {
  // There the hook runs in a thread of its own, which gets it as text.
  const source = `const appended = ${JSON.stringify(appended)};\nexport ${load}`;
  register(`data:text/javascript,${encodeURIComponent(source)}`);
}
