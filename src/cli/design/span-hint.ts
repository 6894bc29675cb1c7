/** A word of advice where scores span powers of ten, as binding constants do, and are worked with as they are. */
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";

/** Powers of ten between most scores from which on logarithms are what models can follow. */
const manyPowers = 2;

/** What to say about the spread of scores, the tails left out; undefined where there is nothing to. */
export function spanHint(scores: readonly number[], log: boolean): string | undefined {
  const sorted = Float64Array.from(scores).sort();
  if (log || sorted.length === 0 || sorted[0]! <= 0) return undefined;
  const powers = Math.log10(sortedQuantile(sorted, 0.95) / sortedQuantile(sorted, 0.05));
  if (powers < manyPowers) return undefined;
  return `most scores span ${powers.toFixed(1)} powers of ten; --log works with their logarithms, which models of such scores predict better as a rule`;
}
