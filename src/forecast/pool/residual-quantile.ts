/**
 * Quantiles of residuals, also beyond the outermost of them. Inside they interpolate between residuals; where too few lie
 * further out to say where they end, tails go on as those of a normal law do, from the last quantile that is known:
 *
 *     Q(u) = Q(e) · z(u)/z(e)        for u beyond the level e,   z the normal quantile, residuals centred
 *
 * So paths, intervals of any level and questions about what is rare have one law.
 */
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";

/** Residuals beyond a level that it takes to know its quantile. */
const fewestBeyond = 2;
/** However few there are, the middle half is theirs. */
const widestTail = 0.25;
/** The nearest that a level in float64 comes to 1. */
const nearest = 2 ** -53;

/** The quantile of centred residuals in ascending order. */
export function residualQuantile(sorted: ArrayLike<number>, level: number): number {
  const edge = Math.min(widestTail, fewestBeyond / sorted.length);
  if (level >= edge && level <= 1 - edge) return sortedQuantile(sorted, level);
  const known = level < edge ? edge : 1 - edge;
  const held = Math.min(1 - nearest, Math.max(nearest, level));
  return (sortedQuantile(sorted, known) * normalQuantile(held)) / normalQuantile(known);
}
