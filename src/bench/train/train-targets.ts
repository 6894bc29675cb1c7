/** What training is meant to reach: iterations per second beside PyTorch's in the same run, and memory. */
import type { BenchTarget, TrainBenchRow } from "../report.ts";

const ratios: readonly { readonly hidden: number; readonly atLeast: number }[] = [
  { hidden: 64, atLeast: 5 },
  { hidden: 128, atLeast: 4 },
  { hidden: 2048, atLeast: 1.5 },
];

const memoryLimitMb = 600;

export function trainTargets(
  rows: readonly TrainBenchRow[],
  defaultRunMemoryMb: number | null,
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
  return [
    ...speeds,
    {
      name: "peak memory of a default run",
      wanted: `< ${memoryLimitMb} MB`,
      got: defaultRunMemoryMb,
      met: defaultRunMemoryMb === null ? null : defaultRunMemoryMb < memoryLimitMb,
    },
  ];
}
