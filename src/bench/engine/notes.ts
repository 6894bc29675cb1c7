/** The notes under the engine benchmark's table: how it was measured and what the figures stand on. */
import { caseLabel } from "./cases.ts";
import type { StepCase } from "./cases.ts";
import type { BestTime } from "./contenders.ts";
import { counted, failureNotes, ratesNote, roundsNote } from "../shared-notes.ts";
import type { Measurements } from "../shared-notes.ts";

/** One line of the table, before it is cut down to milliseconds. */
export interface MeasuredCase {
  readonly stepCase: StepCase;
  readonly best: {
    readonly onnx: BestTime | null;
    readonly wasm: BestTime | null;
    readonly [guest: string]: BestTime | null;
  };
  readonly floorMs: number | null;
}

export interface NotesInput extends Measurements {
  readonly measured: readonly MeasuredCase[];
}

export function benchNotes(input: NotesInput): string[] {
  return [
    roundsNote(
      input,
      input.measured.flatMap(({ best }) => Object.values(best)),
    ),
    whatIsMeasured,
    ratesNote(input),
    ...threadsNote(input),
    ...failureNotes(input),
  ];
}

const whatIsMeasured =
  "Steps: forward, backward and Adam on one batch; mlp is 32→H→H→H→9 on 256 rows, transformer is 2 pre-norm causal layers of width 64 with 4 heads and feed-forward 256 on 32 sequences of 8. floor: the step's matrix products alone, at the rate of a 1024³ product in our ONNX engine with at most as many threads as the step used.";

function threadsNote({ measured, threadCounts, guests }: NotesInput): string[] {
  if (threadCounts.length < 2) return [];
  const used = (runtime: string): string | undefined => {
    const cases = measured.filter(({ best }) => best[runtime]);
    if (cases.length === 0) return undefined;
    const many = cases.filter(({ best }) => best[runtime]!.threads > 1);
    const names = many.map(({ stepCase }) => caseLabel(stepCase)).join(", ");
    const most = counted(threadCounts.at(-1)!);
    if (many.length === 0) return `${runtime} 1 in every row`;
    return many.length === cases.length
      ? `${runtime} ${most} in every row`
      : `${runtime} ${most} for ${names}, else 1`;
  };
  const parts = ["onnx", ...guests].map((name) => used(name)).filter((part) => part !== undefined);
  if (parts.length === 0) return [];
  return [
    `Threads: 1 and ${threadCounts.at(-1)!} were tried, the faster is shown: ${parts.join("; ")}. wasm has one thread.`,
  ];
}
