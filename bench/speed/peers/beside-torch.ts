/**
 * The benchmarks of `windage bench` with PyTorch among the contenders, its targets, and where that comparison is unfair.
 */
import { rateCase, stepOperations } from "../../../src/bench/engine/cases.ts";
import { fullEnginePlan, runEnginePlan } from "../../../src/bench/engine/engine-bench.ts";
import type { BenchTarget, EngineBenchReport, TrainBenchReport } from "../../../src/bench/report.ts";
import { fullTrainPlan, runTrainPlan } from "../../../src/bench/train/train-bench.ts";
import { trainData } from "../../../src/bench/train/train-case.ts";
import { openTorch } from "./torch.ts";
import type { TorchChild, TorchSuite } from "./torch.ts";

type Report = EngineBenchReport | TrainBenchReport;

export interface BesideTorch {
  /** The Pythons to look for PyTorch in; the usual ones unless given. */
  readonly pythons?: readonly string[];
  readonly threadCounts: readonly number[];
  readonly onProgress: (text: string) => void;
}

/** Training steps of the engine. */
export function engineBesideTorch(options: BesideTorch, plan = fullEnginePlan): Promise<EngineBenchReport> {
  return beside("engine", options, async (torch) => {
    const report = await runEnginePlan(plan, options.onProgress, torch);
    const times = new Map(
      report.rows.map(({ hidden, onnxMs, guests }) => [hidden, ratio(guests["torch"], onnxMs)] as const),
    );
    return { ...report, targets: [...ratioTargets(engineGoals, "mlp", times), ...report.targets] };
  });
}

/** Whole iterations of training. */
export function trainBesideTorch(options: BesideTorch, plan = fullTrainPlan): Promise<TrainBenchReport> {
  return beside("train", options, async (torch) => {
    const { scores, dataset } = trainData();
    for (const child of torch) await child.prepare({ scores: [...scores], dataset: [...dataset] });
    const report = await runTrainPlan(plan, options.onProgress, torch);
    const rates = new Map(
      report.rows.map(
        ({ hidden, windageItersPerSecond, guests }) =>
          [hidden, ratio(windageItersPerSecond, guests["torch"])] as const,
      ),
    );
    return { ...report, targets: [...ratioTargets(trainGoals, "hidden", rates), ...report.targets] };
  });
}

/** Runs a benchmark with the PyTorch that was found; without one the report says what was tried. */
async function beside<R extends Report>(
  suite: TorchSuite,
  { pythons, threadCounts, onProgress }: BesideTorch,
  run: (torch: readonly TorchChild[]) => Promise<R>,
): Promise<R> {
  onProgress("looking for a Python with torch");
  const opened = await openTorch(threadCounts, { suite, ...(pythons ? { pythons } : {}) });
  const torch = "missing" in opened ? [] : opened;
  try {
    const rate = await productRate(torch[0]);
    const report = await run(torch);
    const info = torch[0]?.info;
    return {
      ...report,
      versions: { ...report.versions, ...(info ? { torch: info.torch, python: info.python } : {}) },
      notes: [
        ...("missing" in opened ? [opened.missing] : []),
        ...report.notes,
        ...(info
          ? [`PyTorch's matrix products are by ${info.blas.join(" + ") || "a library it does not show"}.`]
          : []),
        ...(rate !== null && rate < slowGigaflops ? [slowBlas(rate)] : []),
      ],
    };
  } finally {
    await Promise.all(torch.map((child) => child.close()));
  }
}

/** Billions of operations per second of a large product on one thread. */
async function productRate(child: TorchChild | undefined): Promise<number | null> {
  if (child === undefined) return null;
  await child.measure(rateCase, 0);
  return stepOperations(rateCase) / (await child.measure(rateCase, 200)) / 1e6;
}

/** No processor of this decade is as slow as that with a library that uses its vector units. */
const slowGigaflops = 20;

function slowBlas(rate: number): string {
  return `Not a fair comparison: this PyTorch multiplies matrices at ${rate.toFixed(1)} GFLOP/s on one thread because it has a slow BLAS, and the ratios to it flatter us. On Debian: apt-get install libopenblas0-pthread.`;
}

/** How many times as fast as PyTorch we want to be, by units per hidden layer. */
const engineGoals: ReadonlyMap<number, number> = new Map([
  [64, 3],
  [128, 3],
  [2048, 1],
]);
const trainGoals: ReadonlyMap<number, number> = new Map([
  [64, 5],
  [128, 4],
  [2048, 1.5],
]);

function ratioTargets(
  goals: ReadonlyMap<number, number>,
  what: string,
  ratios: ReadonlyMap<number | null, number | null>,
): readonly BenchTarget[] {
  return Array.from(goals, ([hidden, atLeast]) => {
    const got = ratios.get(hidden) ?? null;
    return {
      name: `${what} ${hidden}, times as fast as torch`,
      wanted: `≥ ${atLeast}×`,
      got,
      met: got === null ? null : got >= atLeast,
    };
  });
}

function ratio(over: number | null = null, under: number | null = null): number | null {
  return over === null || under === null ? null : over / under;
}
