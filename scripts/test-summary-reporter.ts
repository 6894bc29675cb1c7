/**
 * A vitest reporter that ends a run with one line, `Tests: N passed, N failed`, for build systems that read
 * test results from plain output. Everything a person wants to see comes from vitest's default reporter.
 */

import type { Reporter, TestModule } from "vitest/node";

/** A file that fails outside its tests (it does not load, or a hook throws) counts as one failure. */
function countModule(module: TestModule): { passed: number; failed: number } {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const failed = states.filter((state) => state === "failed").length;
  const brokenFile = failed === 0 && module.state() === "failed" ? 1 : 0;
  return { passed: states.filter((state) => state === "passed").length, failed: failed + brokenFile };
}

export class TestSummaryReporter implements Reporter {
  readonly #notRun: number;

  /** `notRun` is how many test files were left out for want of the native engine. */
  constructor(notRun = 0) {
    this.#notRun = notRun;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      const count = countModule(module);
      passed += count.passed;
      failed += count.failed;
    }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.diagnostic()?.flaky ?? false) {
          process.stdout.write(`Needed a second try: ${module.relativeModuleId}: ${test.fullName}\n`);
        }
        const result = test.result();
        if (result.state === "skipped" && result.note !== undefined) {
          process.stdout.write(`Not run: ${module.relativeModuleId}: ${test.fullName}: ${result.note}.\n`);
        }
      }
    }
    if (this.#notRun > 0) {
      process.stdout.write(
        `Not run: ${this.#notRun} test files that need the native engine, because onnxruntime-node is not installed.\n`,
      );
    }
    process.stdout.write(`Tests: ${passed} passed, ${failed} failed\n`);
  }
}
