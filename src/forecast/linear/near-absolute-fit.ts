/**
 * Linear regression with a loss near the absolute error: least squares, reweighted a few times by one over the last
 * residuals, with a ridge towards a prior.
 */
import { NormalEquations } from "./normal-equations.ts";

const reweightings = 3;
const residualFloor = 0.1;

/** Rows to fit: `values[t]` from `featuresAt(t)`, for t from `start` to `end`. */
interface Rows {
  readonly values: Float64Array;
  readonly start: number;
  readonly end: number;
  readonly featuresAt: (t: number) => Float64Array;
}

/** Coefficients; `ridge` is a share of the rows' weights, `prior` what it shrinks to. */
export function fitNearAbsolute(
  { values, start, end, featuresAt }: Rows,
  ridge: number,
  prior: Float64Array,
): Float64Array {
  const equations = new NormalEquations(prior.length);
  const weights = new Float64Array(end).fill(1);
  const residuals = new Float64Array(end);
  const target = [0];
  let coefficients: Float64Array = prior;
  for (let round = 0; round <= reweightings; round++) {
    equations.clear();
    let total = 0;
    for (let t = start; t < end; t++) {
      target[0] = values[t]!;
      equations.add(featuresAt(t), target, weights[t]);
      total += weights[t]!;
    }
    coefficients = equations.solve(() => ridge * total + 1e-9, prior);
    let size = 0;
    for (let t = start; t < end; t++) {
      residuals[t] = Math.abs(values[t]! - dot(featuresAt(t), coefficients));
      size += residuals[t]! / (end - start);
    }
    // 1/|residual| turns squares into absolute values; the floor keeps a perfect fit from taking all the weight.
    for (let t = start; t < end; t++) weights[t] = 1 / Math.max(residuals[t]!, residualFloor * size + 1e-9);
  }
  return coefficients;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
