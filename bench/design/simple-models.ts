/**
 * What a chemist's script would do, to compare with: one-hot letters by place, scores as they are, the highest
 * predictions ordered. Ridge regression, and the mean of ten small perceptrons (one hidden layer of 64, Adam, 300 passes
 * at most). Written to be read, not to be fast.
 */
import { Generator } from "../../src/random/generator.ts";

/** Learns from rows of tokens and scores, and predicts any others. */
export type SimpleModel = (
  rows: readonly ArrayLike<number>[],
  scores: readonly number[],
  letters: number,
  seed: number,
) => (tokens: ArrayLike<number>) => number;

/** Ridge regression with a penalty of 1, by passes over the coordinates until nothing moves. */
export const ridge: SimpleModel = (rows, scores, letters) => {
  const places = rows[0]!.length;
  const weights = new Float64Array(places * letters);
  const rowsWith = Array.from(weights, (): number[] => []);
  for (const [r, tokens] of rows.entries())
    for (let t = 0; t < places; t++) rowsWith[t * letters + tokens[t]!]!.push(r);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const rest = scores.map((score) => score - mean);
  for (let pass = 0; pass < 300; pass++) {
    let moved = 0;
    for (const [w, having] of rowsWith.entries()) {
      const old = weights[w]!;
      const wanted = having.reduce((sum, r) => sum + rest[r]!, old * having.length) / (having.length + 1);
      for (const r of having) rest[r] = rest[r]! - (wanted - old);
      weights[w] = wanted;
      moved = Math.max(moved, Math.abs(wanted - old));
    }
    if (moved < 1e-6) break;
  }
  return (tokens) => {
    let sum = mean;
    for (let t = 0; t < places; t++) sum += weights[t * letters + tokens[t]!]!;
    return sum;
  };
};

const members = 10;
const hidden = 64;
const batch = 32;

/** The mean of ten perceptrons that start from different weights. */
export const perceptrons: SimpleModel = (rows, scores, letters, seed) => {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const unit = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length) || 1;
  const targets = scores.map((score) => (score - mean) / unit);
  const all = Array.from({ length: members }, (_, member) =>
    perceptron(rows, targets, letters, Generator.fromSeed(100 * seed + member)),
  );
  return (tokens) => mean + (unit * all.reduce((sum, one) => sum + one(tokens), 0)) / members;
};

function perceptron(
  rows: readonly ArrayLike<number>[],
  targets: readonly number[],
  letters: number,
  generator: Generator,
): (tokens: ArrayLike<number>) => number {
  const places = rows[0]!.length;
  const [into, out] = [places * letters * hidden, places * letters * hidden + hidden];
  const size = out + hidden + 1;
  // Weights into the hidden layer, their biases, weights out of it, and one bias.
  const weights = Float64Array.from({ length: size }, (_, i) => {
    if (i < into) return generator.normal() * Math.sqrt(1 / places);
    return i >= out && i < size - 1 ? generator.normal() * Math.sqrt(2 / hidden) : 0;
  });
  const [gradient, first, second] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const units = new Float64Array(hidden);
  const forward = (tokens: ArrayLike<number>): number => {
    let value = weights[size - 1]!;
    for (let h = 0; h < hidden; h++) {
      let sum = weights[into + h]!;
      for (let t = 0; t < places; t++) sum += weights[(t * letters + tokens[t]!) * hidden + h]!;
      units[h] = Math.max(0, sum);
      value += weights[out + h]! * units[h]!;
    }
    return value;
  };
  const order = Array.from(rows.keys());
  const passes = Math.max(40, Math.min(300, Math.round(100_000 / rows.length)));
  for (let pass = 0, step = 0; pass < passes; pass++) {
    generator.shuffle(order);
    for (let from = 0; from < rows.length; from += batch) {
      const some = order.slice(from, from + batch);
      gradient.fill(0);
      for (const r of some) {
        const error = (forward(rows[r]!) - targets[r]!) / some.length;
        gradient[size - 1] = gradient[size - 1]! + error;
        for (let h = 0; h < hidden; h++) {
          if (units[h] === 0) continue;
          gradient[out + h] = gradient[out + h]! + error * units[h]!;
          const back = error * weights[out + h]!;
          gradient[into + h] = gradient[into + h]! + back;
          for (let t = 0; t < places; t++) {
            const at = (t * letters + rows[r]![t]!) * hidden + h;
            gradient[at] = gradient[at]! + back;
          }
        }
      }
      step++;
      const [rise, fall] = [1 - 0.9 ** step, 1 - 0.999 ** step];
      for (let i = 0; i < size; i++) {
        const slope = gradient[i]! + 1e-4 * weights[i]!;
        first[i] = 0.9 * first[i]! + 0.1 * slope;
        second[i] = 0.999 * second[i]! + 0.001 * slope * slope;
        weights[i] = weights[i]! - (0.003 * (first[i]! / rise)) / (Math.sqrt(second[i]! / fall) + 1e-8);
      }
    }
  }
  return forward;
}
