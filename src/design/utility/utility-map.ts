/**
 * What a score is worth: a monotone map from scores (higher is better by now) to positive utilities, which are what a
 * sampler is trained on, so one sequence is proposed twice as often as another if it is worth twice as much. It must
 * leave something to climb: where most of what was measured is worth nothing, training would be towards nothing.
 */
import { WindageError } from "../../error.ts";

/** The maps there are. */
export const utilityKinds = ["rank", "sigmoid", "exp", "given"] as const;
/** The name of a map. */
export type UtilityKind = (typeof utilityKinds)[number];

/** Below this share of the best measured utility everything counts as the same. */
export const utilityFloor = 1e-5;

/** Ranks that differ in worth; of more sequences as many more share one, so that the worst are still above the floor. */
const mostRanks = 100_000;

/** A map from scores to utilities. */
export interface UtilityMap {
  readonly kind: UtilityKind;
  /** What it does, in a sentence. */
  readonly description: string;
  /** The utility of a score; positive, never below the floor. */
  of(score: number): number;
}

/** The map that suits measured scores; `width` is τ of `exp`, a quarter of their standard deviation unless given. */
export function createUtility(kind: UtilityKind, scores: ArrayLike<number>, width?: number): UtilityMap {
  const best = Float64Array.from(scores).sort().toReversed();
  const top = best[0]!;
  const mean = best.reduce((sum, score) => sum + score, 0) / best.length;
  const deviation = Math.sqrt(best.reduce((sum, score) => sum + (score - mean) ** 2, 0) / best.length) || 1;
  switch (kind) {
    case "rank":
      return {
        kind,
        description: `1 / (1 + the number of measured sequences that score better${best.length > mostRanks ? `, in every ${mostRanks}` : ""})`,
        of: rankUtility(best, deviation),
      };
    case "sigmoid":
      return {
        kind,
        description: "the logistic function of (score − mean) / standard deviation",
        of: (score) => Math.max(utilityFloor, 1 / (1 + Math.exp(-(score - mean) / deviation))),
      };
    case "exp": {
      const tau = width ?? deviation / 4;
      return {
        kind,
        description: `exp((score − best measured) / ${Number(tau.toPrecision(3))})`,
        // Predictions far above everything measured are not believed without end.
        of: (score) => Math.max(utilityFloor, Math.exp(Math.min(5, (score - top) / tau))),
      };
    }
    case "given": {
      const largest = Math.max(top, Number.MIN_VALUE);
      return {
        kind,
        description: "the score itself",
        of: (score) => Math.max(utilityFloor, score / largest),
      };
    }
    default:
      return kind satisfies never;
  }
}

/** 1/(1 + k) with k better ones, interpolated in the denominator; beyond the best it rises as it falls over the first tenth. */
function rankUtility(best: Float64Array, deviation: number): (score: number) => number {
  const top = best[0]!;
  const tenth = Math.max(1, Math.round(best.length / 10));
  // Sequences that share a rank.
  const alike = Math.max(1, best.length / mostRanks);
  const fall = top - (best[Math.min(tenth, best.length - 1)] ?? top);
  const slope = Math.log(1 + tenth / alike) / (fall > 0 ? fall : deviation);
  return (score) => {
    if (score >= top) return Math.exp(Math.min(5, slope * (score - top)));
    let low = 0;
    let high = best.length;
    // The first that does not score better.
    while (low < high) {
      const middle = (low + high) >> 1;
      if (best[middle]! > score) low = middle + 1;
      else high = middle;
    }
    const above = best[low - 1]!;
    const below = best[low];
    const part = below === undefined || above === below ? 1 : (above - score) / (above - below);
    return Math.max(utilityFloor, 1 / ((low + part) / alike + (1 - 1 / alike)));
  };
}

/** Refuses a map that leaves more than half of what was measured at the floor; `log` says that scores are log10 of it. */
export function checkUtility(map: UtilityMap, scores: ArrayLike<number>, log = false): void {
  const floored = Array.from(scores).filter((score) => map.of(score) <= utilityFloor).length;
  if (floored <= scores.length / 2) return;
  const isGiven = map.kind === "given";
  const why = !isGiven
    ? "it is too steep for these scores"
    : log
      ? "with --log their log10 is what counts, and what is at or below 0 is worth nothing as it is"
      : "scores at or below 0 are worth nothing as they are";
  const others = `${map.kind === "exp" ? ", or a larger --utility-width" : ""}${isGiven && log ? ", or leave --log out" : ""}`;
  throw new WindageError(
    "design/flat-utility",
    `--utility ${map.kind}: got ${floored} of ${scores.length} measured sequences at the floor (${why}), expected at least half above it; use --utility rank, which suits any scores${others}. Check --minimize, which is for scores where lower is better`,
  );
}
