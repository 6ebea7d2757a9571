/** AsyncLocalStorage: whatever the loop calls sees the store in which the batch was started, as with the reference. */
import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import { implementations } from "./play/agree.js";
import { firstDifference } from "./play/difference.js";
import { DISPATCHES } from "./play/implementations.js";
import { playAll } from "./play/play.js";

const storage = new AsyncLocalStorage();

/** Runs the scenarios at once, each batch started in a store of its own: batch 0, batch 1, … */
function playInStores(scenarios, { executeToolCalls, quietTurns }) {
  let started = 0;
  const start = (...args) => storage.run(`batch ${started++}`, () => executeToolCalls(...args));
  return storage.run("the harness", () => playAll(scenarios, start, { quietTurns }));
}

/** Each kind of user code notes the store that it sees; `settle` makes the tools' and emitters' return values. */
const seeing = (settle, toolExecution) => (world) => {
  const see = (who) => world.note(`${who} sees ${storage.getStore()}`);
  const tool = world.tool("t", ({ onUpdate, nth }) => {
    see("execute");
    onUpdate(nth);
    return settle(world, 3 + nth, () => world.result());
  });
  tool.prepareArguments = (raw) => {
    see("prepareArguments");
    return raw;
  };
  const hook = (name) =>
    world.hook(name, () => {
      see(name);
      return settle(world, 2, () => undefined);
    });
  return {
    tools: [tool],
    calls: [world.call("t"), world.call("none"), world.call("t")],
    config: { toolExecution, beforeToolCall: hook("beforeToolCall"), afterToolCall: hook("afterToolCall") },
    emit: world.emitter((event) => {
      see(event.type);
      return settle(world, 1, () => undefined);
    }),
  };
};

const WAYS = {
  "at once": (_world, _ticks, value) => value(),
  "with promises": (world, ticks, value) => world.wait(ticks).then(value),
  // A thenable's resolve is called from whatever context the timer runs in.
  "with thenables settled from a foreign context": (world, ticks, value) => ({
    // biome-ignore lint/suspicious/noThenProperty: thenables are what is tested
    then: (resolve) => world.clock.at(ticks, () => storage.run("a stranger", () => resolve(value()))),
  }),
  "with promises settled from a foreign context": (world, ticks, value) =>
    new Promise((resolve) => world.clock.at(ticks, () => storage.run("a stranger", () => resolve(value())))),
};

describe.each(DISPATCHES)("handed over %s", (dispatch) => {
  describe.each(["parallel", "sequential"])("in %s mode", (toolExecution) => {
    it.each(Object.entries(WAYS))(
      "the steps of two batches interleave, each in its caller's context, settled %s",
      async (_, settle) => {
        const scenarios = [seeing(settle, toolExecution), seeing(settle, toolExecution)];
        const expected = await playInStores(scenarios, implementations.reference);
        const actual = await playInStores(scenarios, implementations[dispatch]);
        actual.forEach((run, n) => {
          expect(firstDifference(expected[n], run)).toBeUndefined();
          const seen = run.lines.filter((line) => / sees /.test(line));
          expect(seen.length).toBeGreaterThan(15);
          expect(seen.filter((line) => !line.endsWith(`sees batch ${n}`))).toEqual([]);
        });
      },
    );
  });

  it("whoever awaits the batch goes on in its own context", async () => {
    const { executeToolCalls } = implementations[dispatch];
    const tools = [{ name: "t", parameters: { type: "object" }, execute: () => ({ content: [] }) }];
    const message = { content: [{ type: "toolCall", id: "1", name: "t", arguments: {} }] };
    const seen = await storage.run("the caller", async () => {
      await executeToolCalls({ tools }, message, {}, undefined, () => undefined);
      return storage.getStore();
    });
    expect(seen).toBe("the caller");
  });
});
