/**
 * The generative forecaster's policy as a law that questions are asked of: tokens come from the network itself, and the
 * value of a token is the pool's quantile at the level it has in the network's own marginal. So the dependence between
 * steps is the policy's, however it is, and the marginals are the calibrated ones.
 */
import { normalQuantile } from "../../random/normal-quantile.ts";
import { valueAt } from "../generative/path-model.ts";
import type { PathModel } from "../generative/path-model.ts";
import type { TokenLaw } from "../question/token-law.ts";
import type { Forecaster } from "./batch.ts";
import type { Futures } from "./draw.ts";
import type { Situation } from "./situation.ts";
import { createStepper } from "./stepper.ts";
import type { Stepper } from "./stepper.ts";
import { centreOf, residualIn } from "./tokens.ts";

/** `futures` give the marginals of the policy at this situation, `model` the values to be had and what to expect. */
export function policyLaw(
  forecaster: Forecaster,
  situation: Situation,
  futures: Futures,
  model: PathModel,
): TokenLaw {
  const { bins } = forecaster;
  const { horizon } = model;
  const correlation = correlationsOf(model);
  const steppers = new Map<number, Promise<Stepper>>();
  const scoreOf = (t: number, residual: number): number =>
    normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, futures.level(t, residual))));
  return {
    horizon,
    bins: bins.count,
    // Where a token lies at the first step stands for where it lies at all; the tilt knows the step.
    centres: Float64Array.from({ length: bins.count }, (_, token) =>
      Math.min(5, Math.max(-5, scoreOf(0, centreOf(bins, token)))),
    ),
    async begin(batch) {
      const made = steppers.get(batch) ?? createStepper(forecaster, { windows: 1, paths: batch });
      steppers.set(batch, made);
      const stepper = await made;
      await stepper.begin([situation]);
      const paths = Array.from({ length: batch }, () =>
        Float64Array.from({ length: horizon }, (_, t) => valueAt(model, t, 0)),
      );
      let last = new Int32Array(batch);
      let t = 0;
      return {
        paths,
        next: async () =>
          Float32Array.from(await stepper.next(last), (probability) =>
            Math.log(Math.max(probability, 1e-30)),
          ),
        take(tokens, generator) {
          last = tokens.slice();
          const scores = Float64Array.from(tokens, (token) =>
            scoreOf(t, residualIn(bins, token, generator.float64())),
          );
          scores.forEach((score, b) => {
            for (let s = t; s < horizon; s++)
              paths[b]![s] = valueAt(model, s, score * correlation[s * horizon + t]!);
          });
          t++;
          return scores;
        },
      };
    },
    async dispose() {
      for (const stepper of steppers.values()) await (await stepper).dispose();
      steppers.clear();
    },
  };
}

/** Correlations of the normal scores of a model's steps. */
function correlationsOf({ factor, horizon }: PathModel): Float64Array {
  const result = new Float64Array(horizon * horizon);
  for (let i = 0; i < horizon; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k <= j; k++) sum += factor[i * horizon + k]! * factor[j * horizon + k]!;
      result[i * horizon + j] = i === j ? 1 : sum;
    }
  }
  return result;
}
