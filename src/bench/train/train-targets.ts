/** What training is meant to reach: iterations per second beside PyTorch's in the same run; time and memory of a run. */
import type { BenchTarget, TrainBenchRow } from "../report.ts";
import type { DefaultRun } from "./default-run.ts";

const ratios: readonly { readonly hidden: number; readonly atLeast: number }[] = [
  { hidden: 64, atLeast: 5 },
  { hidden: 128, atLeast: 4 },
  { hidden: 2048, atLeast: 1.5 },
];

const memoryLimitMb = 600;

/** The total variation that a default run is timed to. */
export const timedTv = 0.1;

/** What was measured of default runs; null where one was not run to its end. */
export interface DefaultRuns {
  readonly whole: DefaultRun | null;
  /** Stopped as soon as it was near enough to its target. */
  readonly toTv: DefaultRun | null;
  readonly peakMemoryMb: number | null;
  /** What the products of a whole one take at the rate of a large product. */
  readonly floorSeconds: number | null;
}

export function trainTargets(
  rows: readonly TrainBenchRow[],
  { whole, toTv, peakMemoryMb, floorSeconds }: DefaultRuns,
): readonly BenchTarget[] {
  const speeds = ratios.map(({ hidden, atLeast }): BenchTarget => {
    const row = rows.find((candidate) => candidate.hidden === hidden);
    const got = row?.torchItersPerSecond ? row.windageItersPerSecond / row.torchItersPerSecond : null;
    return {
      name: `hidden ${hidden}, windage / torch`,
      wanted: `≥ ${atLeast}×`,
      got,
      met: got === null ? null : got >= atLeast,
    };
  });
  const atMost = (
    name: string,
    limit: number,
    unit: string,
    got: number | undefined | null,
  ): BenchTarget => ({
    name,
    wanted: `≤ ${limit} ${unit}`,
    got: got ?? null,
    met: got === undefined || got === null ? null : got <= limit,
  });
  const timesFloor = whole === null || floorSeconds === null ? null : whole.seconds / floorSeconds;
  return [
    ...speeds,
    {
      name: "default run / its floor",
      wanted: "≤ 2×",
      got: timesFloor,
      met: timesFloor === null ? null : timesFloor <= 2,
    },
    atMost(`default run to TV ≤ ${timedTv}`, 8, "s", toTv?.seconds),
    atMost("default run, start to report", 12, "s", whole?.seconds),
    atMost("peak memory of a default run", memoryLimitMb, "MB", peakMemoryMb),
  ];
}
