// A project of a user's own, which `vitest.test.js` runs: pi-toolcalls is one line in it.
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["*.nested.js"], setupFiles: ["pi-toolcalls/register"] } });
