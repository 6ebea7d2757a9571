// Runs pi's command without the addon and with it, and compares all that can be seen of the two.
import { expect } from "vitest";
import { normalise, untimed } from "./normalise.js";
import { runPi } from "./pi.js";

/**
 * @param {Omit<Parameters<typeof runPi>[0], "addon">} options
 * @param {{ batches: number, calls?: number }} counted what the addon has to have run
 */
export async function expectTheSame(options, { batches, calls = 0 }) {
  const without = await runPi({ ...options, addon: false });
  const with_ = await runPi({ ...options, addon: true });
  const { version } = options.command;
  expect(without).toMatchObject({ code: 0, stderr: "", activity: undefined });
  expect(with_).toMatchObject({ code: 0, stderr: "" });
  expect(with_.activity).toMatchObject({ active: true, copies: [{ version, batches, calls }] });
  expect(with_.activity.copies[0].versions).toMatchObject({ agentCore: version, ai: version });
  expect(normalise(with_.session)).toEqual(normalise(without.session));
  expect(with_.files).toEqual(without.files);
  expect(untimed(with_.requests)).toEqual(untimed(without.requests));
  return { without, with_ };
}

/**
 * The results of tools in a session file, in its order.
 * @param {string} session
 * @returns {any[]}
 */
export function toolResults(session) {
  return normalise(session)
    .map((line) => JSON.parse(line).message)
    .filter((message) => message?.role === "toolResult");
}

/** @param {any} message @returns {string} */
export function textOf({ content }) {
  return content.map((/** @type {any} */ { text }) => text).join("|");
}
