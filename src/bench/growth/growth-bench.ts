/**
 * How the cost of training grows: iterations per second and peak memory as sequences, alphabets, batches and networks
 * become larger, each in a process of its own, with the exponent from one size to the next.
 */
import { libraryVersions } from "../../file/library-versions.ts";
import { benchHardware } from "../hardware.ts";
import type { GrowthReport, GrowthRow } from "../report.ts";
import { TrainChild } from "../train/train-child.ts";
import { growthCase, growthExponent, growthSizes } from "./growth-case.ts";
import type { GrowthCase, GrowthDimension } from "./growth-case.ts";

export interface GrowthPlan {
  readonly sizes: Readonly<Partial<Record<GrowthDimension, readonly number[]>>>;
  /** How often each size is measured, and for how long; the best counts. */
  readonly rounds: number;
  readonly burstMs: number;
}

const fullPlan: GrowthPlan = { sizes: growthSizes, rounds: 8, burstMs: 500 };
const quickPlan: GrowthPlan = { sizes: growthSizes, rounds: 2, burstMs: 200 };

export function runGrowthBench(options: {
  readonly quick: boolean;
  readonly onProgress: (text: string) => void;
}): Promise<GrowthReport> {
  return runGrowthPlan(options.quick ? quickPlan : fullPlan, options.onProgress);
}

/** Runs any plan; `runGrowthBench` with its own sizes is what users run. */
export async function runGrowthPlan(
  plan: GrowthPlan,
  onProgress: (text: string) => void,
): Promise<GrowthReport> {
  const rows: GrowthRow[] = [];
  for (const [name, sizes] of Object.entries(plan.sizes)) {
    const dimension = name as GrowthDimension;
    let before: GrowthRow | undefined;
    for (const size of sizes) {
      onProgress(`${dimension} ${size}`);
      const measured = await measure(growthCase(dimension, size), plan);
      before = { dimension, size, ...measured, ...exponents(before, size, measured) };
      rows.push(before);
    }
  }
  return {
    hardware: benchHardware(),
    versions: libraryVersions(),
    rows,
    notes: [
      `Training with sdb, a learned noise model and a perceptron of two layers; all but the size named stays at length 8, 4 letters, batch 16, 64 units. Best of ${plan.rounds} rounds of ${plan.burstMs} ms, each row in a process of its own, in seconds of its processor time, so that other programs matter less.`,
      "Exponents are of the time per iteration and of the peak memory, from the size before; 1 is proportional. Peak memory includes that of Node and the libraries, about 100 MB.",
    ],
  };
}

type Measured = Pick<GrowthRow, "itersPerSecond" | "peakMemoryMb">;

async function measure(growth: GrowthCase, { rounds, burstMs }: GrowthPlan): Promise<Measured> {
  const child = await TrainChild.start(growth);
  try {
    let best = await child.measureProcessor(0);
    for (let round = 0; round < rounds; round++) best = Math.min(best, await child.measureProcessor(burstMs));
    return { itersPerSecond: 1000 / best, peakMemoryMb: await child.peakMemoryMb() };
  } finally {
    await child.close();
  }
}

function exponents(
  before: GrowthRow | undefined,
  size: number,
  now: Measured,
): Pick<GrowthRow, "timeExponent" | "memoryExponent"> {
  if (!before) return { timeExponent: null, memoryExponent: null };
  const between = (old: number, current: number): number =>
    growthExponent({ size: before.size, cost: old }, { size, cost: current });
  return {
    timeExponent: between(1 / before.itersPerSecond, 1 / now.itersPerSecond),
    memoryExponent: between(before.peakMemoryMb, now.peakMemoryMb),
  };
}
