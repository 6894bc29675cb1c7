import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // The native runtime does not like being torn down inside a worker thread.
    pool: "forks",
    testTimeout: 30_000,
  },
});
