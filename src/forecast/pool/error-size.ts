/**
 * The size of errors as a function of their marks, learned from backtests of all series together:
 *
 *     |error| / unit ≈ exp(Σ_k β_k mark_k)        the least Σ η + |error|/unit · e^{−η} + ridge,  η = Σ β_k mark_k
 *
 * which is the likelihood of errors of Laplace's law, and has one minimum. Few backtests leave β near what is usual.
 */
import { factorInPlace, substitute } from "../../evaluation/dense-cholesky.ts";
import { markCount, usualMarks } from "./error-marks.ts";

/** An error that came, in units of its series. */
export interface MarkedError {
  readonly marks: Float64Array;
  readonly size: number;
}

/** Rows learned from at most; more say the same. */
const mostRows = 20_000;
const rounds = 50;
/** Errors of one forecast hang together: together they count as much as this many. */
const perForecast = 2;
/** How much what is usual counts for each mark, in errors; the size itself is found out. */
const ridge = Float64Array.from({ length: markCount }, (_, i) => (i === 0 ? 1e-6 : 3));
/** One error counts for no more than this many times what was expected. */
const largest = 12;

/** β, from forecasts of so many steps. */
export function fitErrorSize(all: readonly MarkedError[], steps: number): Float64Array {
  const stride = Math.max(1, Math.ceil(all.length / mostRows));
  const rows = all.filter((_, i) => i % stride === 0);
  const beta = usualMarks.slice();
  const mean = rows.reduce((sum, { size }) => sum + size / rows.length, 0);
  if (!(mean > 0)) {
    // Every forecast came true to the digit.
    beta[0] = Math.log(Number.EPSILON);
    return beta;
  }
  beta[0] = Math.log(mean);
  const weight = (Math.min(1, perForecast / steps) * all.length) / rows.length;
  // As curved as it is on average: always positive, and the same at every round.
  const curve = new Float64Array(markCount * markCount);
  for (const { marks } of rows)
    for (let i = 0; i < markCount; i++)
      for (let j = 0; j <= i; j++) curve[i * markCount + j]! += weight * marks[i]! * marks[j]!;
  for (let i = 0; i < markCount; i++) curve[i * markCount + i]! += ridge[i]!;
  factorInPlace(curve, markCount, (square) => square);
  for (let round = 0; round < rounds; round++) {
    const step = beta.map((one, i) => ridge[i]! * (usualMarks[i]! - one));
    step[0] = 0;
    for (const { marks, size } of rows) {
      const surplus = weight * (Math.min(largest, size / errorSize(beta, marks)) - 1);
      for (let i = 0; i < markCount; i++) step[i]! += surplus * marks[i]!;
    }
    substitute(curve, markCount, step);
    const longest = step.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    for (let i = 0; i < markCount; i++) beta[i]! += step[i]! / Math.max(1, longest);
    if (longest < 1e-5) break;
  }
  return beta;
}

/** The size of an error with these marks, in units of its series. */
export function errorSize(beta: ArrayLike<number>, marks: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < markCount; i++) sum += beta[i]! * marks[i]!;
  return Math.exp(sum);
}
