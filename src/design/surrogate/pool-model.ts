/**
 * Several fitted models as one: a weighted mean of their predictions. Weights are not negative and minimise the
 * squared error of the held-out predictions, by steps that never increase it; a model that adds nothing gets none.
 */
import type { FittedModel } from "./model.ts";

const rounds = 2000;

/** The pool of some models that share the number of folds. */
export function poolModels(
  name: string,
  models: readonly FittedModel[],
  values: ArrayLike<number>,
): FittedModel {
  const weights = poolWeights(
    models.map(({ heldOut }) => heldOut),
    values,
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
): Float64Array {
  const count = predictions.length;
  const products = predictions.map((left) => predictions.map((right) => errorProduct(left, right, values)));
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
function errorProduct(left: ArrayLike<number>, right: ArrayLike<number>, values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (left[i]! - values[i]!) * (right[i]! - values[i]!);
  return sum / values.length;
}
