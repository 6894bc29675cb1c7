import { defineConfig } from "vitest/config";
import { TestSummaryReporter } from "./scripts/test-summary-reporter.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "test/**/*.test.ts"],
    // The native runtime does not like being torn down inside a worker thread.
    pool: "forks",
    testTimeout: 30_000,
    reporters: ["default", new TestSummaryReporter()],
  },
});
