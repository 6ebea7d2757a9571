// What `threaded.js` has Node.js run in its thread for load hooks.

import append from "./append.js";

let required = false;

/** @param {{ required: boolean }} data */
export function initialize(data) {
  required = data.required;
}

/**
 * @param {string} url @param {object} context
 * @param {(url: string, context: object) => Promise<{ source?: unknown, format?: string | null }>} nextLoad
 */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const source = append.appended(url, loaded.source, required);
  return source === undefined ? loaded : { ...loaded, source };
}
