/**
 * One scenario through the reference and through the product in both dispatch modes: all logs must be the same, and where
 * a test states what the specification says, each of the three must do that.
 */
import { expect } from "vitest";
import { firstDifference } from "./difference.js";
import { DISPATCHES, loadImplementations } from "./implementations.js";
import { play } from "./play.js";

export const implementations = await loadImplementations();

export async function runOn(name, scenario, options) {
  const { executeToolCalls, quietTurns } = implementations[name];
  const run = await play(scenario, executeToolCalls, { quietTurns, ...options });
  return { ...run, name, isReference: name === "reference" };
}

/**
 * @param {(world: import("./world.js").World) => object} scenario
 * @param {(run: import("./play.js").Run) => void} expectation what the specification says about each run
 */
export async function agree(scenario, expectation = () => {}, options = {}) {
  const expected = await runOn("reference", scenario, options);
  check(expected, expectation);
  for (const dispatch of DISPATCHES) {
    const actual = await runOn(dispatch, scenario, options);
    expect.soft(firstDifference(expected, actual), `${dispatch} against the reference`).toBeUndefined();
    check(actual, expectation);
  }
}

/** For what the product does better on purpose: only the product is run. */
export async function productOnly(scenario, expectation, options) {
  for (const dispatch of DISPATCHES) check(await runOn(dispatch, scenario, options), expectation);
}

function check(run, expectation) {
  try {
    expectation(run);
  } catch (error) {
    error.message = `${run.name}: ${error.message}`;
    throw error;
  }
}

/** The events in short: `s0 u0 e0 <0 >0` for start, update, end, message_start and message_end of the call with id0. */
export function order({ events }) {
  return events.map(short).join(" ");
}

const LETTERS = {
  tool_execution_start: "s",
  tool_execution_update: "u",
  tool_execution_end: "e",
  message_start: "<",
  message_end: ">",
};

const short = (event) => LETTERS[event.type] + (event.toolCallId ?? event.message.toolCallId).slice(2);

/** The text of each end event's result. */
export function endTexts({ events }) {
  return ends({ events }).map((event) => event.result.content?.[0]?.text);
}

export function ends({ events }) {
  return events.filter((event) => event.type === "tool_execution_end");
}

/** How often a line that starts so was noted. */
export function noted({ lines }, start) {
  return lines.map((line) => line.slice(line.indexOf("|") + 2)).filter((line) => line.startsWith(start));
}
