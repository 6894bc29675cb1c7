/**
 * The engine benchmark: times training steps in every runtime and reports them with the hardware. This first
 * version measures nothing and says so, which is better than a table of guesses.
 */

import { WindageError } from "../error.ts";
import type { EngineBenchReport } from "./report.ts";

/** What a benchmark run needs to know. */
export interface EngineBenchOptions {
  /** Fewer repetitions and no large networks. */
  readonly quick: boolean;
  readonly onProgress: (text: string) => void;
}

/** Runs the benchmark and reports what was measured. */
export function runEngineBench(_options: EngineBenchOptions): Promise<EngineBenchReport> {
  return Promise.reject(
    new WindageError(
      "engine/bench-unavailable",
      "windage bench: got a version without the engine benchmark, expected one that has it; update windage.",
      { kind: "failure" },
    ),
  );
}
