import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";
import { hasNativeEngine, testsThatNeedNative } from "./scripts/native-tests.ts";
import { TestSummaryReporter } from "./scripts/test-summary-reporter.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const notRun = hasNativeEngine() ? [] : testsThatNeedNative(here, ["src", "scripts", "test", "bench"]);
if (notRun.length > 0) {
  // Here and not only in the summary, because a reporter of one's own takes the place of ours.
  process.stderr.write(
    `Not run: ${notRun.length} test files that need the native engine, because onnxruntime-node is not installed.\n`,
  );
}

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...notRun],
    // The native runtime does not like being torn down inside a worker thread.
    pool: "forks",
    // Loading the packages and sources anew for every file took an eighth of the processor's time.
    isolate: false,
    // By default one core is left idle, which on a machine with two is half of it.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    // Some tests load the native library by itself; it reports nothing from them either.
    env: { ORT_DISABLE_TELEMETRY: "1" },
    // Preparing a run or clearing thousands of files takes long on a busy machine.
    hookTimeout: 120_000,
    // Machines that build are shared; what needed a second try is named at the end of the run.
    retry: process.env["CI"] ? 1 : 0,
    setupFiles: ["property-seed", "data-folder", "left-behind"].map((name) =>
      fileURLToPath(new URL(`./test/${name}.setup.ts`, import.meta.url)),
    ),
    reporters: ["default", new TestSummaryReporter(notRun.length)],
  },
});
