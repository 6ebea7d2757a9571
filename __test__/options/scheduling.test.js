import { describe, expect, it } from "vitest";
import { callsOf, gate, ok, run, tool } from "./batch.js";

describe.each(["inline", "queued"])("maxConcurrency, %s", (dispatch) => {
  it("lets at most so many tools run at once, begun in source order", async () => {
    const running = new Set();
    const begun = [];
    let most = 0;
    const slow = tool("slow", async (id) => {
      running.add(id);
      begun.push(id);
      most = Math.max(most, running.size);
      // The first of each pair takes longer, so that places come free out of order.
      for (let turn = 0; turn < (Number(id) % 2 === 0 ? 6 : 2); turn++)
        await new Promise((resolve) => setImmediate(resolve));
      running.delete(id);
      return ok(id);
    });
    const { texts } = await run(
      { dispatch, maxConcurrency: 2 },
      { tools: [slow], calls: callsOf(...Array(9).fill("slow")) },
    );
    expect(most).toBe(2);
    expect(begun).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(texts).toEqual(begun);
  });

  it("never begins a queued call after an abort, and ends it", async () => {
    const controller = new AbortController();
    const begun = [];
    const aborts = tool("aborts", async (id) => {
      begun.push(id);
      controller.abort();
      return ok();
    });
    const { seen, texts } = await run(
      { dispatch, maxConcurrency: 1 },
      { tools: [aborts], calls: callsOf("aborts", "aborts", "aborts"), signal: controller.signal },
    );
    expect(begun).toEqual(["0"]);
    expect(texts).toEqual(["ok", "Operation aborted", "Operation aborted"]);
    expect(seen.match(/e\d/g)).toHaveLength(3);
  });

  it("gives the place of a tool that is given up to the next one", async () => {
    const hang = tool("hang", () => new Promise(() => {}), { timeoutMs: 10 });
    const { texts } = await run(
      { dispatch, maxConcurrency: 1, timeoutMs: 60_000 },
      { tools: [hang, tool("fast")], calls: callsOf("hang", "fast") },
    );
    expect(texts).toEqual(['Tool "hang" timed out after 10 ms', "fast"]);
  });
});

describe.each(["inline", "queued"])('sequentialTools: "barrier", %s', (dispatch) => {
  it("runs a sequential tool alone, in source order, and the others together", async () => {
    const log = [];
    const opened = gate();
    const reader = tool("read", async (id) => {
      log.push(`read ${id}`);
      if (log.filter((line) => line.startsWith("read")).length === 2) opened.open();
      await opened.opened;
      log.push(`done ${id}`);
      return ok();
    });
    const writer = tool(
      "write",
      async (id) => {
        log.push(`write ${id}`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`written ${id}`);
        return ok();
      },
      { executionMode: "sequential" },
    );
    await run(
      { dispatch, sequentialTools: "barrier" },
      { tools: [reader, writer], calls: callsOf("read", "read", "write", "read") },
    );
    expect(log.slice(0, 2)).toEqual(["read 0", "read 1"]);
    expect(log.slice(4)).toEqual(["write 2", "written 2", "read 3", "done 3"]);
  });

  it("makes the whole batch sequential without it, as pi does", async () => {
    const tools = [tool("read"), tool("write", undefined, { executionMode: "sequential" })];
    const { seen } = await run({ dispatch }, { tools, calls: callsOf("read", "write") });
    expect(seen).toBe("s0 e0 <0 >0 s1 e1 <1 >1");
  });

  it("leaves a batch sequential whose configuration asks for it", async () => {
    const { seen } = await run(
      { dispatch, sequentialTools: "barrier" },
      { tools: [tool("read")], calls: callsOf("read", "read"), config: { toolExecution: "sequential" } },
    );
    expect(seen).toBe("s0 e0 <0 >0 s1 e1 <1 >1");
  });
});
