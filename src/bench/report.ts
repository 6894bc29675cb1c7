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
  readonly torchMs: number | null;
  /** The step's floating-point operations at the rate of a large square matrix product in the same runtime. */
  readonly floorMs: number | null;
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
  /** Null where no PyTorch was found. */
  readonly torchItersPerSecond: number | null;
  /** The floating-point operations of an iteration's products at the rate of a large one; null without the native engine. */
  readonly floorItersPerSecond: number | null;
  /** The most memory our process had while it trained this row, in units of 2^20 bytes. */
  readonly peakMemoryMb: number;
}

/** Trajectory balance beside loops that XLA compiles whole; null where one is missing. */
export interface PeerBenchRow {
  readonly batch: number;
  readonly hidden: number;
  readonly windageItersPerSecond: number;
  /** A loop of our own in JAX. */
  readonly jaxItersPerSecond: number | null;
  readonly gfnxItersPerSecond: number | null;
}

/** Everything one run of the training benchmark measured. */
export interface TrainBenchReport {
  readonly hardware: BenchHardware;
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly TrainBenchRow[];
  /** Empty unless a Python with JAX was named. */
  readonly peers: readonly PeerBenchRow[];
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
