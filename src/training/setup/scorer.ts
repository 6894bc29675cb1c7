/**
 * Scores of finished objects for the training loop, with the count of oracle calls that budgets are measured in. A
 * table answers at once; anything else goes through a cache, so an object is asked for at most once.
 */
import { CachedOracle } from "../../landscape/oracle/cached-oracle.ts";
import type { Context } from "../../landscape/context.ts";
import type { Landscape } from "../../landscape/landscape.ts";
import type { TrainerOptions } from "./options.ts";

export interface Scorer {
  /** Where the scores come from, for those who ask without spending: an assessment, say. */
  readonly landscape?: Landscape;
  /** Finished objects scored so far, repetitions included. */
  readonly calls: number;
  /** The largest score there is in a table, or that anything else has answered so far; −Infinity before the first. */
  readonly largest?: number;
  /** Conditions, one per object where there are any, reach only landscapes whose scores depend on them. */
  score(objects: readonly string[], contexts?: readonly Context[]): Promise<Float64Array>;
  /** Continues counting from an earlier run. */
  resumeAt(calls: number): void;
}

/** Scores objects by a landscape and counts every score asked for, as baselines and trainers need it. */
export function createScorer(landscape: Landscape): Scorer {
  const remembers = landscape.enumerable || landscape.immediate === true || landscape instanceof CachedOracle;
  const source = remembers ? landscape : new CachedOracle(landscape);
  let calls = 0;
  let largest = source.enumerable ? largestOf(source.table) : Number.NEGATIVE_INFINITY;
  return {
    landscape: source,
    get largest() {
      return largest;
    },
    get calls() {
      return calls;
    },
    async score(objects, contexts) {
      const depends = !source.enumerable && source.conditional;
      const scores = await (depends ? source.score(objects, contexts) : source.score(objects));
      calls += objects.length;
      largest = Math.max(largest, largestOf(scores));
      return scores;
    },
    resumeAt(count) {
      calls = count;
    },
  };
}

function largestOf(scores: Float64Array): number {
  return scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
}

/**
 * That every reward is the smallest there is, where no score has been above 0; undefined where one has, or none is known.
 * The command line refuses to train then (`run/flat-rewards`); a program may know that good objects are rare.
 */
export function nothingToClimb({
  scorer,
  reward,
}: Pick<TrainerOptions, "scorer" | "reward">): string | undefined {
  const { largest = Number.POSITIVE_INFINITY, landscape, calls } = scorer;
  // Logarithms may all be negative.
  if (reward.logarithmic) return undefined;
  // All rewards are 1 with an exponent of 0, whatever the scores.
  if (largest > 0 || largest === Number.NEGATIVE_INFINITY || reward.exponent === 0) return undefined;
  const all = landscape?.enumerable ? `all ${landscape.table.length} scores` : `all ${calls} scores so far`;
  return `${all} are 0 or below (the largest is ${largest}), so that every reward is the smallest there is (${reward.floor}) and there is nothing to climb: rewards are powers of positive scores, so let scores be something positive that rises with what you want, such as exp(−ΔG/RT), or a score minus the lowest there is`;
}
