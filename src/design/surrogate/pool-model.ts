/**
 * Several fitted models as one: a weighted mean of their predictions. Weights are not negative and minimise the
 * squared error of the held-out predictions, by steps that never increase it; a model that adds nothing gets none. What
 * the models together predict to be among the best counts most, because a batch is chosen there:
 *
 *     v_i = 1/10 + 1/(1 + r_i/ρ)        r_i the rank of row i by the mean held-out prediction, ρ = max(5, n/20)
 *
 * With few rows such weights are mostly luck, so they are drawn towards equal ones of the models that are nearly as good
 * as the best: w ← (1 − λ)w + λ/m with λ = 20/(20 + n_v) and n_v = (Σv)²/Σv² rows that count.
 */
import type { FittedModel } from "./model.ts";

const rounds = 2000;
/** What the importance of rows falls by, and what is left of it. */
const [fewestOfBest, shareOfBest, leastImportance] = [5, 1 / 20, 0.1];
/** Rows that count at which weights are half their own, and by how much a squared error may exceed the least. */
const [rowsForTrust, nearlyAsGood] = [20, 1.2];

/** The pool of some models that share the number of folds. */
export function poolModels(
  name: string,
  models: readonly FittedModel[],
  values: ArrayLike<number>,
): FittedModel {
  const predictions = models.map(({ heldOut }) => heldOut);
  const importance = importanceOf(predictions);
  const weights = towardsEqual(
    poolWeights(predictions, values, importance),
    predictions.map((left) => errorProduct(left, left, values, importance)),
    importance,
  );
  const used = models
    .map((model, m) => ({ model, weight: weights[m]! }))
    .filter(({ weight }) => weight > 0.02);
  const total = used.reduce((sum, { weight }) => sum + weight, 0);
  const mix = (of: (model: FittedModel) => Float64Array): Float64Array => {
    let sum: Float64Array | undefined;
    for (const { model, weight } of used) {
      const part = of(model);
      sum ??= new Float64Array(part.length);
      for (let i = 0; i < part.length; i++) sum[i] = sum[i]! + (weight / total) * part[i]!;
    }
    return sum!;
  };
  return {
    name,
    settings: used
      .map(({ model, weight }) => `${Math.round((100 * weight) / total)} % ${model.name}`)
      .join(" + "),
    quick: true,
    folds: models[0]!.folds,
    heldOut: mix(({ heldOut }) => heldOut),
    predictAll: (asked) => mix((model) => model.predictAll(asked)),
    predict: (asked) => mix((model) => model.predict(asked)),
  };
}

/** Weights w ≥ 0 with sum one that minimise Σ (Σ_m w_m p_m − y)², by exponentiated gradients. */
export function poolWeights(
  predictions: readonly ArrayLike<number>[],
  values: ArrayLike<number>,
  importance: ArrayLike<number> = new Float64Array(values.length).fill(1),
): Float64Array {
  const count = predictions.length;
  const products = predictions.map((left) =>
    predictions.map((right) => errorProduct(left, right, values, importance)),
  );
  let weights = new Float64Array(count).fill(1 / count);
  let largest = 0;
  for (const row of products) for (const value of row) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return weights;
  for (let round = 0; round < rounds; round++) {
    const slope = products.map(
      (row) => row.reduce((sum, value, m) => sum + value * weights[m]!, 0) / largest,
    );
    const least = Math.min(...slope);
    const raised = weights.map((weight, m) => weight * Math.exp(-2 * (slope[m]! - least)));
    const sum = raised.reduce((total, weight) => total + weight, 0);
    weights = raised.map((weight) => weight / sum);
  }
  return weights;
}

/** With weights that sum to one the error of a mixture is a quadratic form in the models' errors. */
function errorProduct(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  values: ArrayLike<number>,
  importance: ArrayLike<number>,
): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++)
    sum += importance[i]! * (left[i]! - values[i]!) * (right[i]! - values[i]!);
  return sum / values.length;
}

/** How much each row counts. */
function importanceOf(predictions: readonly ArrayLike<number>[]): Float64Array {
  const rows = predictions[0]!.length;
  const mean = new Float64Array(rows);
  for (const list of predictions) for (let i = 0; i < rows; i++) mean[i] = mean[i]! + list[i]!;
  const scale = Math.max(fewestOfBest, rows * shareOfBest);
  const importance = new Float64Array(rows);
  const order = Array.from(mean.keys()).sort((a, b) => mean[b]! - mean[a]! || a - b);
  for (const [rank, row] of order.entries()) importance[row] = leastImportance + 1 / (1 + rank / scale);
  return importance;
}

function towardsEqual(
  weights: Float64Array,
  errors: readonly number[],
  importance: Float64Array,
): Float64Array {
  let [sum, squares] = [0, 0];
  for (const value of importance) [sum, squares] = [sum + value, squares + value * value];
  const share = rowsForTrust / (rowsForTrust + sum ** 2 / squares);
  const least = Math.min(...errors);
  const near = errors.map((error) => (error <= nearlyAsGood * least ? 1 : 0));
  const count = near.reduce<number>((total, one) => total + one, 0);
  return weights.map((weight, m) => (1 - share) * weight + (share * near[m]!) / count);
}
