/** What the engine is meant to reach, as ratios within one run, and whether a table reaches it. */
import type { BenchTarget, EngineBenchRow } from "../report.ts";

type Column = "onnxMs" | "wasmMs" | "floorMs";

interface Goal {
  readonly hidden: number;
  readonly over: Column;
  readonly under: Column;
  readonly atLeast?: number;
  readonly atMost?: number;
}

const goals: readonly Goal[] = [
  { hidden: 256, over: "onnxMs", under: "floorMs", atMost: 3 },
  { hidden: 2048, over: "onnxMs", under: "floorMs", atMost: 3 },
  { hidden: 128, over: "wasmMs", under: "onnxMs", atLeast: 4 },
];

const plain = (column: Column): string => column.slice(0, -2);

export function engineTargets(rows: readonly EngineBenchRow[]): BenchTarget[] {
  return goals.map(({ hidden, over, under, atLeast, atMost }) => {
    const row = rows.find((candidate) => candidate.name === "mlp" && candidate.hidden === hidden);
    const [a, b] = [row?.[over] ?? null, row?.[under] ?? null];
    const got = a === null || b === null ? null : a / b;
    const met = got === null ? null : got >= (atLeast ?? 0) && got <= (atMost ?? Number.POSITIVE_INFINITY);
    return {
      name: `mlp ${hidden}, ${plain(over)} / ${plain(under)}`,
      wanted: atLeast === undefined ? `≤ ${atMost}×` : `≥ ${atLeast}×`,
      got,
      met,
    };
  });
}
