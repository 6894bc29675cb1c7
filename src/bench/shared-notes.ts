/** Notes that stand under every benchmark's table: how quiet the machine was, how fast the matrix libraries are. */
import { rateCase, stepOperations } from "./engine/cases.ts";
import { bestTime } from "./engine/contenders.ts";
import type { BestTime, Entrant } from "./engine/contenders.ts";
import { median } from "./timing.ts";
import type { Timings } from "./timing.ts";

/** What a run measured, whatever its cases are. */
export interface Measurements {
  readonly entrants: readonly Entrant<unknown>[];
  readonly timings: Timings;
  readonly plannedRounds: number;
  readonly threadCounts: readonly number[];
  /** The names of guests among the contenders. */
  readonly guests: readonly string[];
}

/** Billions of operations per second of the large square product. */
export function rateOf(
  { entrants, timings }: Pick<Measurements, "entrants" | "timings">,
  runtime: string,
  threads: number,
): number | null {
  const best = bestTime(entrants, timings, { benchCase: rateCase, runtime, threads });
  return best === null ? null : stepOperations(rateCase) / best.milliseconds / 1e6;
}

/** Typical rounds this much above the best are not the benchmark's own doing. */
const disturbed = 0.3;

/** How the figures of the table were had, and how far typical rounds were above them. */
export function roundsNote(
  { timings, plannedRounds }: Measurements,
  figures: readonly (BestTime | null)[],
): string {
  const noise = figures.flatMap((figure) => (figure ? [figure.noise] : []));
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const rounds =
    timings.rounds < plannedRounds ? `${timings.rounds} of ${plannedRounds}` : String(plannedRounds);
  return `Best of ${rounds} interleaved rounds. Noise: the typical round took ${percent(median(noise))} longer than the best, in the noisiest figure ${percent(Math.max(0, ...noise))}.${median(noise) > disturbed ? " Something else was using this machine: run again when it is quiet." : ""}`;
}

/** Matrix products of our engine and of guests. */
export function ratesNote(input: Measurements): string {
  const list = (runtime: string): string =>
    input.threadCounts
      .map((threads) => {
        const rate = rateOf(input, runtime, threads);
        return `${rate === null ? "–" : rate.toFixed(0)} GFLOP/s with ${counted(threads)}`;
      })
      .join(", ");
  const theirs = input.guests.map((name) => `; ${name} ${list(name)}`);
  return `1024³ product: our ONNX engine ${list("onnx")}${theirs.join("")}.`;
}

/** "1 thread", "2 threads". */
export const counted = (threads: number): string => (threads === 1 ? "1 thread" : `${threads} threads`);

/** Who could not be measured, and why. */
export function failureNotes({ entrants, timings }: Measurements): string[] {
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
