import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TestSummaryReporter } from "./scripts/test-summary-reporter.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "test/**/*.test.ts"],
    // The native runtime does not like being torn down inside a worker thread.
    pool: "forks",
    // By default one core is left idle, which on a machine with two is half of it.
    maxWorkers: "100%",
    testTimeout: 60_000,
    setupFiles: [fileURLToPath(new URL("./test/property-seed.setup.ts", import.meta.url))],
    reporters: ["default", new TestSummaryReporter()],
  },
});
