/**
 * How heavy the upper tail of positive weights is: the shape of the generalised Pareto law that fits the largest of them
 * (Zhang and Stephens 2009, with the prior and the size of the tail of Vehtari et al. 2024). Below ½ their variance is
 * finite and a mean has the error that its sample says; above .7 a mean of them is worth little.
 */

/** Fewer weights than this in the tail say nothing about it. */
const fewest = 5;

/** The shape `k` of the tail of weights given by their logarithms, of any scale; infinite where there are too few. */
export function paretoTail(logWeight: Float64Array): number {
  const count = logWeight.length;
  const size = Math.floor(Math.min(count / 5, 3 * Math.sqrt(count)));
  if (size < fewest) return Infinity;
  const sorted = logWeight.toSorted();
  const top = sorted[count - 1]!;
  const cut = Math.exp(sorted[count - size - 1]! - top);
  // Rounding can make the smallest exceedances zero, and the fit takes logarithms of ratios to them.
  const exceedances = sorted.subarray(count - size).map((value) => Math.exp(value - top) - cut);
  const positive = exceedances.filter((x) => x > 0);
  // Weights that are all alike have no tail.
  if (positive.length < fewest) return -Infinity;
  const shape = fitShape(positive);
  // The prior: ten weights that say ½.
  return (shape * positive.length + 0.5 * 10) / (positive.length + 10);
}

/** The posterior mean of `k` over a grid of scales, for exceedances in rising order. */
function fitShape(x: Float64Array): number {
  const n = x.length;
  const points = 30 + Math.floor(Math.sqrt(n));
  const quarter = x[Math.floor(n / 4 + 0.5) - 1]!;
  const largest = x[n - 1]!;
  const theta = Float64Array.from(
    { length: points },
    (_, i) => 1 / largest + (1 - Math.sqrt(points / (i + 0.5))) / (3 * quarter),
  );
  const shapeAt = (b: number): number => x.reduce((sum, value) => sum + Math.log1p(-b * value), 0) / n;
  const logLikelihood = theta.map((b) => {
    const k = shapeAt(b);
    return n * (Math.log(-b / k) - k - 1);
  });
  const best = logLikelihood.reduce((most, value) => Math.max(most, value), -Infinity);
  let [sum, total] = [0, 0];
  for (const [i, value] of logLikelihood.entries()) {
    const weight = Math.exp(value - best);
    sum += weight * theta[i]!;
    total += weight;
  }
  return shapeAt(sum / total);
}
