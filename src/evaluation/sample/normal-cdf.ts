/**
 * The standard normal distribution function, to about 1e-15 relative in the middle and 1e-13 in the tails that matter
 * here. Its inverse is `random/normal-quantile.ts`, which draws need to have the same bits everywhere; this one uses
 * `Math.exp`, whose last place may differ between JavaScript engines, and therefore does not stand beside it.
 */

/** Probability below `x`: a series near 0, a continued fraction in the tails, where rare events live. */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (size > 38) return x > 0 ? 1 : 0;
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (size < 3) {
    let term = size;
    let sum = size;
    for (let k = 1; Math.abs(term) > 1e-17 * sum && k < 200; k++) {
      term *= (size * size) / (2 * k + 1);
      sum += term;
    }
    return x >= 0 ? 0.5 + density * sum : 0.5 - density * sum;
  }
  let fraction = size;
  for (let k = 120; k >= 1; k--) fraction = size + k / fraction;
  const tail = density / fraction;
  return x > 0 ? 1 - tail : tail;
}
