/**
 * Scores of which only a bound is known (">10000", "<0.1", "below detection"), as the value that is expected of them: the
 * mean of what lies beyond the bound of a normal law around an additive model, whose letters and spread are found with
 * these values in turn (expectation and maximisation, as for Tobit regression). What the models of a round learn from.
 */

import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";

/** What is known of one measurement: its value, or that the true one lies above (1) or below (−1) it. */
export type Side = -1 | 0 | 1;

/** Weight of the belief that letters matter little, in measurements. */
const ridge = 1;
const mostTurns = 60;
/** Done where no value moves by more than this part of the spread. */
const tolerance = 1e-3;

/** Values in place of bounds; the others stay as they are. */
export function expectedValues(
  sequences: readonly ArrayLike<number>[],
  values: ArrayLike<number>,
  sides: readonly Side[],
  { letters, oneLength }: { readonly letters: number; readonly oneLength: boolean },
): Float64Array {
  const filled = Float64Array.from(values);
  if (sides.every((side) => side === 0)) return filled;
  const features = sequences.map((tokens) => featuresOf(tokens, letters, oneLength));
  const size = features.reduce((most, row) => row.reduce((high, one) => Math.max(high, one + 1), most), 0);
  const weights = new Float64Array(size);
  let variance = varianceOf(filled);
  for (let turn = 0; turn < mostTurns; turn++) {
    const mean = filled.reduce((sum, value) => sum + value, 0) / filled.length;
    solve(
      features,
      filled.map((value) => value - mean),
      weights,
    );
    const spread = Math.sqrt(Math.max(variance, 1e-300));
    let [squares, moved] = [0, 0];
    for (const [i, row] of features.entries()) {
      const predicted = mean + row.reduce((sum, feature) => sum + weights[feature]!, 0);
      const side = sides[i]!;
      if (side === 0) {
        squares += (filled[i]! - predicted) ** 2;
        continue;
      }
      // Where it lies by the bound, in spreads, seen from the side on which it is.
      const z = (side * (values[i]! - predicted)) / spread;
      const beyond = millsRatio(z);
      const expected = predicted + side * spread * beyond;
      moved = Math.max(moved, Math.abs(expected - filled[i]!));
      filled[i] = expected;
      squares += variance * (1 + z * beyond);
    }
    variance = squares / filled.length;
    if (moved < tolerance * spread) break;
  }
  return filled;
}

/** φ(z) / (1 − Φ(z)): the mean of a standard normal law beyond z. */
export function millsRatio(z: number): number {
  // Far out the ratio of both is all there is; a continued fraction has it (Abramowitz and Stegun 26.2.14).
  if (z > 3) {
    let tail = z;
    for (let k = 60; k >= 1; k--) tail = z + k / tail;
    return tail;
  }
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return density / (1 - normalCdf(z));
}

/** Letters at their places; where lengths vary, letters and pairs of neighbours wherever they stand. */
function featuresOf(tokens: ArrayLike<number>, letters: number, oneLength: boolean): Int32Array {
  const all = Array.from(tokens);
  if (oneLength) return Int32Array.from(all, (letter, place) => place * letters + letter);
  return Int32Array.from([...all, ...all.slice(1).map((letter, i) => letters + all[i]! * letters + letter)]);
}

function varianceOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

/** Ridge regression by conjugate gradients, from the weights that are there. */
function solve(features: readonly Int32Array[], target: Float64Array, weights: Float64Array): void {
  const size = weights.length;
  const applied = new Float64Array(size);
  const apply = (vector: Float64Array): void => {
    for (let j = 0; j < size; j++) applied[j] = ridge * vector[j]!;
    for (const row of features) {
      let sum = 0;
      for (const feature of row) sum += vector[feature]!;
      for (const feature of row) applied[feature]! += sum;
    }
  };
  const right = new Float64Array(size);
  for (const [i, row] of features.entries()) for (const feature of row) right[feature]! += target[i]!;
  apply(weights);
  const residual = right.map((value, j) => value - applied[j]!);
  const direction = Float64Array.from(residual);
  const goal = 1e-12 * right.reduce((sum, value) => sum + value * value, 0);
  let norm = residual.reduce((sum, value) => sum + value * value, 0);
  for (let step = 0; step < 200 && norm > goal; step++) {
    apply(direction);
    const along = direction.reduce((sum, value, j) => sum + value * applied[j]!, 0);
    const rate = norm / along;
    for (let j = 0; j < size; j++) {
      weights[j]! += rate * direction[j]!;
      residual[j]! -= rate * applied[j]!;
    }
    const next = residual.reduce((sum, value) => sum + value * value, 0);
    for (let j = 0; j < size; j++) direction[j] = residual[j]! + (next / norm) * direction[j]!;
    norm = next;
  }
}
