/**
 * The reports of the benchmarks: plain data, printed as a table or as JSON by `windage bench`. They hold measurements
 * only; what is measured and how is in `engine-bench.ts` and `train-bench.ts`.
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
  /** The step's floating-point operations at the rate of a large square matrix product in the same runtime. */
  readonly floorMs: number | null;
  /** The same of programs beside ours, by name; there are none unless a caller brings some. */
  readonly guests: Readonly<Record<string, number | null>>;
}

/** A figure that is meant to be reached, and whether it was in this run. */
export interface BenchTarget {
  readonly name: string;
  readonly wanted: string;
  /** A ratio, unless `wanted` names another unit. */
  readonly got: number | null;
  readonly met: boolean | null;
}

/** Everything one run of the engine benchmark measured. */
export interface EngineBenchReport {
  readonly hardware: BenchHardware;
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly EngineBenchRow[];
  readonly targets: readonly BenchTarget[];
  readonly notes: readonly string[];
}

/** Training iterations of one width. */
export interface TrainBenchRow {
  readonly hidden: number;
  readonly windageItersPerSecond: number;
  /** The floating-point operations of an iteration's products at the rate of a large one; null without the native engine. */
  readonly floorItersPerSecond: number | null;
  /** The most memory our process had while it trained this row, in units of 2^20 bytes. */
  readonly peakMemoryMb: number;
  /** Iterations per second of programs beside ours, by name; there are none unless a caller brings some. */
  readonly guests: Readonly<Record<string, number | null>>;
}

/** Everything one run of the training benchmark measured. */
export interface TrainBenchReport {
  readonly hardware: BenchHardware;
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly TrainBenchRow[];
  readonly targets: readonly BenchTarget[];
  readonly notes: readonly string[];
}

/** Training at one size of one thing. */
export interface GrowthRow {
  readonly dimension: string;
  readonly size: number;
  /** Per second of processor time. */
  readonly itersPerSecond: number;
  /** In units of 2^20 bytes. */
  readonly peakMemoryMb: number;
  /** Exponents of growth from the size before; null at the first. */
  readonly timeExponent: number | null;
  readonly memoryExponent: number | null;
}

/** Everything one run of the growth benchmark measured. */
export interface GrowthReport {
  readonly hardware: BenchHardware;
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly GrowthRow[];
  readonly notes: readonly string[];
}
