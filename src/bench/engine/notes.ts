/**
 * The notes under the engine benchmark's table: how it was measured, what the figures stand on, and where a comparison is
 * unfair.
 */
import { caseLabel } from "./cases.ts";
import type { StepCase } from "./cases.ts";
import type { BestTime, RuntimeName } from "./contenders.ts";
import type { BenchTarget } from "../report.ts";
import { counted, failureNotes, ratesNote, roundsNote, slowBlasNote } from "../shared-notes.ts";
import type { Measurements } from "../shared-notes.ts";

/** One line of the table, before it is cut down to milliseconds. */
export interface MeasuredCase {
  readonly stepCase: StepCase;
  readonly best: Readonly<Record<RuntimeName, BestTime | null>>;
  readonly floorMs: number | null;
}

export interface NotesInput extends Measurements {
  readonly measured: readonly MeasuredCase[];
  readonly targets: readonly BenchTarget[];
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
    ...slowBlasNote(input),
    ...beyondFloorNotes(input),
    ...failureNotes(input),
  ];
}

const whatIsMeasured =
  "Steps: forward, backward and Adam on one batch; mlp is 32→H→H→H→9 on 256 rows, transformer is 2 pre-norm causal layers of width 64 with 4 heads and feed-forward 256 on 32 sequences of 8. floor: the step's matrix products alone, at the rate of a 1024³ product in our ONNX engine with at most as many threads as the step used.";

function threadsNote({ measured, threadCounts }: NotesInput): string[] {
  if (threadCounts.length < 2) return [];
  const used = (runtime: RuntimeName): string | undefined => {
    const cases = measured.filter(({ best }) => best[runtime] !== null);
    if (cases.length === 0) return undefined;
    const many = cases.filter(({ best }) => best[runtime]!.threads > 1);
    const names = many.map(({ stepCase }) => caseLabel(stepCase)).join(", ");
    const most = counted(threadCounts.at(-1)!);
    if (many.length === 0) return `${runtime} 1 in every row`;
    return many.length === cases.length
      ? `${runtime} ${most} in every row`
      : `${runtime} ${most} for ${names}, else 1`;
  };
  const parts = [used("onnx"), used("torch")].filter((part) => part !== undefined);
  if (parts.length === 0) return [];
  return [
    `Threads: 1 and ${threadCounts.at(-1)!} were tried, the faster is shown: ${parts.join("; ")}. wasm has one thread.`,
  ];
}

/** A target that asks for less time than the products alone need says more about PyTorch than about us. */
function beyondFloorNotes({ measured, targets }: NotesInput): string[] {
  return measured.flatMap(({ stepCase, best, floorMs }) => {
    const target = targets.find(({ name }) => name === `${caseLabel(stepCase)}, torch / onnx`);
    const factor = Number(target?.wanted.replace(/[^0-9.]/g, ""));
    if (target?.met !== false || !best.torch || floorMs === null) return [];
    const ceiling = best.torch.milliseconds / floorMs;
    if (ceiling >= factor) return [];
    return [
      `${target.name}: PyTorch itself is at ${ceiling.toFixed(2)}× the floor, so ${target.wanted} is out of reach for anything that does these products at this rate.`,
    ];
  });
}
