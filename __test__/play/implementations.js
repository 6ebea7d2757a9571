/**
 * The three that are compared: the published reference, and the product with each of its two ways to hand operations over.
 */
import { pathToFileURL } from "node:url";
import { loadReference } from "../oracle/reference.js";

/**
 * Turns of the event loop without user code after which nothing is under way any more. Inline, everything a step leads to
 * happens in microtasks; queued, some steps travel through the addon's queue without user code being called.
 */
const QUIET_TURNS = { reference: 1, inline: 1, queued: 5 };

/** The package under test: this one, unless PACKAGE_UNDER_TEST names the index.js of another build. */
export const packageUrl = process.env.PACKAGE_UNDER_TEST
  ? pathToFileURL(process.env.PACKAGE_UNDER_TEST).href
  : new URL("../../index.js", import.meta.url).href;

export const DISPATCHES = ["inline", "queued"];

/**
 * @param {string} [version] of pi; without it 0.73.1, whose behaviour the bare exports have
 * @returns {Promise<{ reference, inline, queued, product }>}
 */
export async function loadImplementations(version) {
  const reference = await loadReference(version);
  const product = await import(/* @vite-ignore */ packageUrl);
  const compat = version === undefined ? {} : { compat: version };
  const inline = version === undefined ? product : product.createToolExecutor(compat);
  return {
    product,
    reference: { ...implementation("reference", reference), version: reference.version },
    inline: implementation("inline", inline),
    queued: implementation("queued", product.createToolExecutor({ ...compat, dispatch: "queued" })),
  };
}

function implementation(name, { executeToolCalls, runToolCall, validateToolArguments }) {
  return { name, executeToolCalls, runToolCall, validateToolArguments, quietTurns: QUIET_TURNS[name] };
}
