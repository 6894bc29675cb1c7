/**
 * The report of the engine benchmark: plain data, printed as a table or as JSON by `windage bench engine`.
 * It holds measurements only; what is measured and how is in `engine-bench.ts`.
 */

/** The machine a benchmark ran on. */
export interface BenchHardware {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly platform: string;
}

/** One training step, timed in each runtime; null where a runtime is missing or was not asked for. */
export interface EngineBenchRow {
  readonly name: string;
  readonly hidden: number | null;
  readonly onnxMs: number | null;
  readonly wasmMs: number | null;
  readonly torchMs: number | null;
  /** The step's floating-point operations at the rate of a large square matrix product in the same runtime. */
  readonly floorMs: number | null;
}

/** A ratio the engine is meant to reach, and whether it did in this run. */
export interface EngineBenchTarget {
  readonly name: string;
  readonly wanted: string;
  readonly got: number | null;
  readonly met: boolean | null;
}

/** Everything one run of the engine benchmark measured. */
export interface EngineBenchReport {
  readonly hardware: BenchHardware;
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly EngineBenchRow[];
  readonly targets: readonly EngineBenchTarget[];
  readonly notes: readonly string[];
}
