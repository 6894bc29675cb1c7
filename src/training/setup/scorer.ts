/**
 * Scores of finished objects for the training loop, with the count of oracle calls that budgets are measured in. A
 * table answers at once; anything else goes through a cache, so an object is asked for at most once.
 */
import { CachedOracle } from "../../landscape/index.ts";
import type { Context, Landscape } from "../../landscape/index.ts";

export interface Scorer {
  /** Where the scores come from, for those who ask without spending: an assessment, say. */
  readonly landscape?: Landscape;
  /** Finished objects scored so far, repetitions included. */
  readonly calls: number;
  /** Conditions, one per object where there are any, reach only landscapes whose scores depend on them. */
  score(objects: readonly string[], contexts?: readonly Context[]): Promise<Float64Array>;
  /** Continues counting from an earlier run. */
  resumeAt(calls: number): void;
}

/** Scores objects by a landscape and counts every score asked for. */
export function createScorer(landscape: Landscape): Scorer {
  const remembers = landscape.enumerable || landscape.immediate === true || landscape instanceof CachedOracle;
  const source = remembers ? landscape : new CachedOracle(landscape);
  let calls = 0;
  return {
    landscape: source,
    get calls() {
      return calls;
    },
    async score(objects, contexts) {
      const depends = !source.enumerable && source.conditional;
      const scores = await (depends ? source.score(objects, contexts) : source.score(objects));
      calls += objects.length;
      return scores;
    },
    resumeAt(count) {
      calls = count;
    },
  };
}
