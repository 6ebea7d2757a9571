import { activity } from "pi-toolcalls/register";
import { expect, it } from "vitest";
import { run } from "../programs/agent.mjs";

it("runs its batch through the addon", async () => {
  expect(await run()).toEqual(["3", "7"]);
  expect(activity()).toMatchObject({ active: true, copies: [{ version: "0.73.1", batches: 1 }] });
});
