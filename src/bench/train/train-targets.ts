/** What training is meant to reach: time and memory of a default run. */
import type { BenchTarget } from "../report.ts";
import type { DefaultRun } from "./default-run.ts";

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

export function trainTargets({
  whole,
  toTv,
  peakMemoryMb,
  floorSeconds,
}: DefaultRuns): readonly BenchTarget[] {
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
