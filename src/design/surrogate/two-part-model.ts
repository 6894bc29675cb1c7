/**
 * Whether a sequence works at all, times how well: on a sparse landscape most of what was measured tells only that it does
 * not work, and what tells good from very good is a few rows that say nothing about the rest. Two ridge regressions, one of
 * a 0 or 1 on every row, one of the scores of what works.
 *
 *     value = floor + P(works) · (how well − floor)
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import { type Folds, partOf, withValues } from "./folds.ts";
import type { FittedModel } from "./model.ts";
import { fitRidge } from "./ridge-model.ts";
import type { FeatureMap } from "./sparse-features.ts";

/** Where fewer work, or all but few, there are no two parts to tell apart. */
const fewestWorking = 30;
const [leastShare, mostShare] = [0.03, 0.6];

/** Fits both parts; null where what was measured has none. */
export function* fitTwoParts(
  name: string,
  features: FeatureMap,
  sequences: readonly ArrayLike<number>[],
  folds: Folds,
): Steps<FittedModel | null> {
  const { values, fold } = folds;
  const least = leastWorking(values);
  const working = Array.from(values.keys()).filter((row) => values[row]! >= least);
  const share = working.length / values.length;
  if (working.length < fewestWorking || share < leastShare || share > mostShare) return null;
  const others = values.filter((value) => value < least);
  const floor = others.reduce((sum, value) => sum + value, 0) / others.length;
  const whether = yield* fitRidge(
    name,
    features,
    sequences,
    withValues(
      folds,
      values.map((value) => (value >= least ? 1 : 0)),
    ),
  );
  const known = working.map((row) => sequences[row]!);
  const howWell = yield* fitRidge(name, features, known, partOf(folds, working));
  const columns = folds.count + 1;
  const both = (works: Float64Array, well: Float64Array): Float64Array =>
    works.map((chance, i) => floor + Math.min(1, Math.max(0, chance)) * (well[i]! - floor));
  const wellOfAll = howWell.predictAll(sequences);
  return {
    name,
    settings: `${working.length} that work; ${whether.settings}, ${howWell.settings}`,
    quick: true,
    folds: folds.count,
    heldOut: both(
      whether.heldOut,
      values.map((_, row) => wellOfAll[row * columns + fold[row]!]!),
    ),
    predictAll: (asked) => both(whether.predictAll(asked), howWell.predictAll(asked)),
    predict: (asked) => both(whether.predict(asked), howWell.predict(asked)),
  };
}

/** The value that parts others into two groups that vary least within themselves (Otsu's threshold). */
function leastWorking(values: Float64Array): number {
  const sorted = values.toSorted();
  const total = sorted.reduce((sum, value) => sum + value, 0);
  let [below, best, least] = [0, 0, sorted[0]!];
  for (let i = 1; i < sorted.length; i++) {
    below += sorted[i - 1]!;
    const difference = (total - below) / (sorted.length - i) - below / i;
    const between = i * (sorted.length - i) * difference ** 2;
    if (between > best) [best, least] = [between, sorted[i]!];
  }
  return least;
}
