/**
 * Statistics for the tests of this folder: each returns a score that is close to standard normal when the
 * numbers are as they should be, so one limit serves all. Seeds are fixed, so a test passes always or never.
 */

/** Scores beyond this happen once in 15,000 tries by chance. */
export const LIMIT = 4;

/** The chi-square statistic of counts against expected counts, as a normal score (Wilson and Hilferty). */
export function chiSquareScore(counts: ArrayLike<number>, expected: ArrayLike<number>): number {
  let statistic = 0;
  let cells = 0;
  for (let i = 0; i < counts.length; i++) {
    if (expected[i] === 0) continue;
    statistic += (counts[i]! - expected[i]!) ** 2 / expected[i]!;
    cells++;
  }
  const freedom = cells - 1;
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
}

/** The chi-square score of fractions in [0, 1) sorted into equal bins. */
export function uniformScore(fractions: ArrayLike<number>, bins: number): number {
  const counts = new Float64Array(bins);
  for (let i = 0; i < fractions.length; i++) counts[Math.floor(fractions[i]! * bins)]!++;
  return chiSquareScore(counts, new Float64Array(bins).fill(fractions.length / bins));
}

/** The correlation of two equally long samples, times √n. */
export function correlationScore(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = a.length;
  const meanA = mean(a);
  const meanB = mean(b);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < n; i++) {
    ab += (a[i]! - meanA) * (b[i]! - meanB);
    aa += (a[i]! - meanA) ** 2;
    bb += (b[i]! - meanB) ** 2;
  }
  return (ab / Math.sqrt(aa * bb)) * Math.sqrt(n);
}

/** How far the mean of a sample is from what it should be, in standard errors. */
export function meanScore(sample: ArrayLike<number>, expectedMean: number, deviation: number): number {
  return ((mean(sample) - expectedMean) / deviation) * Math.sqrt(sample.length);
}

/** The arithmetic mean. */
function mean(sample: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < sample.length; i++) sum += sample[i]!;
  return sum / sample.length;
}

/** √n times the largest distance between the empirical and the given distribution function (below 2: fine). */
export function kolmogorovScore(sample: ArrayLike<number>, distribution: (x: number) => number): number {
  const sorted = Float64Array.from(sample).sort();
  let distance = 0;
  sorted.forEach((x, i) => {
    const p = distribution(x);
    distance = Math.max(distance, p - i / sorted.length, (i + 1) / sorted.length - p);
  });
  return distance * Math.sqrt(sorted.length);
}

/**
 * The standard normal distribution function by its series about 0 (Marsaglia, "Evaluating the normal
 * distribution", Journal of Statistical Software 11, 2004): slow and plain, good to 1e-15 for |x| < 6.
 */
export function normalDistribution(x: number): number {
  let term = x;
  let sum = x;
  for (let divisor = 3; Math.abs(term) > 1e-18; divisor += 2) {
    term *= (x * x) / divisor;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
