import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["__test__/**/*.test.js"],
    pool: "forks",
    // For slow machines; a test that waits for ever has no other way to end.
    testTimeout: 60_000,
    // The package, the harness and the oracle are loaded by Node itself, as a user's program would load them.
    server: {
      deps: {
        external: [/\/index\.js$/, /\/js\//, /\/__test__\/(oracle|random|validate)\//, /\/__test__\/play\/(?!agree)/],
      },
    },
  },
});
