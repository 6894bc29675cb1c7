/**
 * Linear regression with a loss near the absolute error: least squares, reweighted a few times by one over the last
 * residuals, with a ridge towards a prior. Features come as columns, which for lags are views of one series, so nothing
 * is copied and a fit of a thousand rows takes well under a millisecond.
 */
import { NormalEquations } from "./normal-equations.ts";

const reweightings = 3;
const residualFloor = 0.1;

/** Values to fit and the columns they are a linear function of, all of one length. */
interface Table {
  readonly values: Float64Array;
  readonly columns: readonly Float64Array[];
}

/** Coefficients; `ridge` is a share of the rows' weights, `prior` what it shrinks to. */
export function fitNearAbsolute(
  { values, columns }: Table,
  ridge: number,
  prior: Float64Array,
): Float64Array {
  const count = values.length;
  const equations = new NormalEquations(prior.length);
  const weights = new Float64Array(count).fill(1);
  const residuals = new Float64Array(count);
  let coefficients: Float64Array = prior;
  for (let round = 0; round <= reweightings; round++) {
    equations.clear();
    equations.addColumns(columns, values, weights);
    let total = 0;
    for (let t = 0; t < count; t++) total += weights[t]!;
    coefficients = equations.solve(() => ridge * total + 1e-9, prior);
    residuals.set(values);
    columns.forEach((column, j) => {
      const coefficient = coefficients[j]!;
      for (let t = 0; t < count; t++) residuals[t]! -= coefficient * column[t]!;
    });
    let size = 0;
    for (let t = 0; t < count; t++) size += Math.abs(residuals[t]!) / count;
    // 1/|residual| turns squares into absolute values; the floor keeps a perfect fit from taking all the weight.
    const floor = residualFloor * size + 1e-9;
    for (let t = 0; t < count; t++) weights[t] = 1 / Math.max(Math.abs(residuals[t]!), floor);
  }
  return coefficients;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
