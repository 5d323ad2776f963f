import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    benchmark: { include: ["test/bench/**/*.bench.ts"] },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: "forks",
    // A test left with .only or .skip must not pass on the build machine.
    allowOnly: !process.env.CI,
  },
});
