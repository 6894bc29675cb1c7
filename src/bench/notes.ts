/** The notes under the table: how it was measured, what the figures stand on, and where a comparison is unfair. */
import { caseLabel, rateCase, stepOperations } from "./cases.ts";
import type { StepCase } from "./cases.ts";
import { bestTime } from "./contenders.ts";
import type { BestTime, Entrant, RuntimeName } from "./contenders.ts";
import type { EngineBenchTarget } from "./report.ts";
import { median } from "./timing.ts";
import type { Timings } from "./timing.ts";
import type { TorchInfo } from "./torch.ts";

/** One line of the table, before it is cut down to milliseconds. */
export interface MeasuredCase {
  readonly stepCase: StepCase;
  readonly best: Readonly<Record<RuntimeName, BestTime | null>>;
  readonly floorMs: number | null;
}

export interface NotesInput {
  readonly entrants: readonly Entrant[];
  readonly timings: Timings;
  readonly plannedRounds: number;
  readonly measured: readonly MeasuredCase[];
  readonly targets: readonly EngineBenchTarget[];
  readonly threadCounts: readonly number[];
  readonly torch: TorchInfo | null;
}

/** Billions of operations per second of the large square product. */
export function rateOf(
  { entrants, timings }: Pick<NotesInput, "entrants" | "timings">,
  runtime: RuntimeName,
  threads: number,
): number | null {
  const best = bestTime(entrants, timings, { benchCase: rateCase, runtime, threads });
  return best === null ? null : stepOperations(rateCase) / best.milliseconds / 1e6;
}

export function benchNotes(input: NotesInput): string[] {
  return [
    howMeasured(input),
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

/** Typical rounds this much above the best are not the benchmark's own doing. */
const disturbed = 0.3;

function howMeasured({ timings, plannedRounds, measured }: NotesInput): string {
  const noise = measured.flatMap(({ best }) => Object.values(best).flatMap((b) => (b ? [b.noise] : [])));
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const rounds =
    timings.rounds < plannedRounds ? `${timings.rounds} of ${plannedRounds}` : String(plannedRounds);
  return `Best of ${rounds} interleaved rounds. Noise: the typical round took ${percent(median(noise))} longer than the best, in the noisiest figure ${percent(Math.max(0, ...noise))}.${median(noise) > disturbed ? " Something else was using this machine: run again when it is quiet." : ""}`;
}

function ratesNote(input: NotesInput): string {
  const list = (runtime: RuntimeName): string =>
    input.threadCounts
      .map((threads) => {
        const rate = rateOf(input, runtime, threads);
        return `${rate === null ? "–" : rate.toFixed(0)} GFLOP/s with ${counted(threads)}`;
      })
      .join(", ");
  const { torch } = input;
  const theirs = torch
    ? ` PyTorch ${torch.torch} (Python ${torch.python}, matrix products by ${torch.blas.join(" + ") || "a library it does not show"}): ${list("torch")}.`
    : "";
  return `1024³ product: our ONNX engine ${list("onnx")}.${theirs}`;
}

const counted = (threads: number): string => (threads === 1 ? "1 thread" : `${threads} threads`);

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

/** Below this share of our own rate, PyTorch's matrix library and not PyTorch is what is measured. */
const slowShare = 1 / 4;

function slowBlasNote(input: NotesInput): string[] {
  const [ours, theirs] = [rateOf(input, "onnx", 1), rateOf(input, "torch", 1)];
  if (ours === null || theirs === null || theirs >= slowShare * ours) return [];
  return [
    `Not a fair comparison: this PyTorch multiplies matrices at ${theirs.toFixed(1)} GFLOP/s against our ${ours.toFixed(0)} because it has a slow BLAS, and the ratios to it flatter us. On Debian: apt-get install libopenblas0-pthread.`,
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

function failureNotes({ entrants, timings }: NotesInput): string[] {
  const seen = new Set<string>();
  return entrants.flatMap((entrant) => {
    const failure = timings.of.get(entrant)?.failure;
    const source = `${entrant.runtime} ${entrant.threads}`;
    // A child that is gone fails in every later case; once is enough.
    if (failure === undefined || seen.has(source)) return [];
    seen.add(source);
    return [`${entrant.label}: could not be measured to the end (${failure}).`];
  });
}
