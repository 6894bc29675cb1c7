/** Scores as people read them. */
import { extent } from "../../experiment/figure/extent.ts";

/** A number with as many decimals as tell scores of this range apart. */
export function scoreFormat(scores: readonly number[]): (value: number) => string {
  const [low, high] = extent(scores);
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.max(high - low, 1e-12)))));
  return (value) => value.toFixed(Number.isFinite(digits) ? digits : 3);
}
