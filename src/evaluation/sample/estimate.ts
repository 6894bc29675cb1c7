/**
 * Sampled versions of the report for spaces too large to enumerate, each with its standard error. They need
 * fresh samples of the policy itself (temperature 1, no exploration) with the log probability of each, and are
 * marked as estimates so that nobody mistakes them for the exact figures.
 */
import { WindageError } from "../../error.ts";

/** A sampled figure; the truth lies within two standard errors about 19 times in 20. */
export interface Estimate {
  readonly estimate: number;
  readonly standardError: number;
  readonly samples: number;
}

/** Figures estimated from samples, each with its standard error. */
export interface SampledReport {
  /** Mean of `log R − log P`: a lower bound on `log Z`. */
  readonly elbo: Estimate;
  /** `log mean(R/P)`: importance sampling, biased low when the sampler misses mass. */
  readonly logZ: Estimate;
  /** `log Z − ELBO`, an estimate of `KL(P‖target)`. */
  readonly klReverse: Estimate;
  readonly meanReward: Estimate;
  /** `(Σ w)² / Σ w²` of the importance weights: how many samples of the target these are worth. */
  readonly effectiveSamples: number;
}

/** Mean of independent samples with its standard error. */
export function estimateMean(values: ArrayLike<number>): Estimate {
  const samples = values.length;
  if (samples < 2) {
    throw new WindageError(
      "evaluation/too-few-samples",
      `estimateMean: got ${samples} samples, expected at least 2 to have a standard error.`,
    );
  }
  let sum = 0;
  for (let i = 0; i < samples; i++) sum += values[i]!;
  const estimate = sum / samples;
  let squares = 0;
  for (let i = 0; i < samples; i++) squares += (values[i]! - estimate) ** 2;
  return { estimate, standardError: Math.sqrt(squares / (samples - 1) / samples), samples };
}

/** The whole report from `log P(x_i)` and `log R(x_i)` of `N` fresh samples. */
export function estimateFromSamples(logLaw: ArrayLike<number>, logReward: ArrayLike<number>): SampledReport {
  if (logLaw.length !== logReward.length) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `estimateFromSamples: got ${logLaw.length} log probabilities and ${logReward.length} log rewards, expected one of each per sample.`,
    );
  }
  const logWeight = Float64Array.from(logReward, (value, i) => value - logLaw[i]!);
  const bound = estimateMean(logWeight);
  const top = logWeight.reduce((most, value) => Math.max(most, value), -Infinity);
  if (!Number.isFinite(top)) {
    throw new WindageError(
      "evaluation/not-finite",
      `estimateFromSamples: got a largest log weight of ${top}, expected a finite number. Check that the samples' log probabilities are finite and that some reward is positive.`,
    );
  }
  const weight = logWeight.map((value) => Math.exp(value - top));
  const mean = estimateMean(weight);
  const ratio = weight.map((value) => value / mean.estimate);
  // Delta method: log of a mean has the standard error of the mean in units of the mean.
  const logZ: Estimate = {
    estimate: top + Math.log(mean.estimate),
    standardError: mean.standardError / mean.estimate,
    samples: bound.samples,
  };
  return {
    elbo: bound,
    logZ,
    klReverse: {
      estimate: logZ.estimate - bound.estimate,
      // Both come from the same samples, so their errors partly cancel: w/mean − log w, sample by sample.
      standardError: estimateMean(ratio.map((value, i) => value - logWeight[i]!)).standardError,
      samples: bound.samples,
    },
    meanReward: estimateMean(Float64Array.from(logReward, Math.exp)),
    effectiveSamples:
      weight.reduce((sum, value) => sum + value, 0) ** 2 /
      weight.reduce((sum, value) => sum + value * value, 0),
  };
}
