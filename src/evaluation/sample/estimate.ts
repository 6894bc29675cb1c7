/**
 * Sampled versions of the report for spaces too large to enumerate, each with its standard error. They need
 * fresh samples of the policy itself (temperature 1, no exploration) with the log probability of each, and are
 * marked as estimates so that nobody mistakes them for the exact figures.
 */
import { WindageError } from "../../error.ts";
import { logSumExp } from "../law/log-z.ts";
import { paretoTail } from "./pareto-tail.ts";
import { studentQuantile } from "./student.ts";

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
  /** `log mean(R/P)`; null where few samples carry it, since it would be too small by more than its error says. */
  readonly logZ: Estimate | null;
  /** `log Z − ELBO`, an estimate of `KL(P‖target)`; null where that of log Z is. */
  readonly klReverse: Estimate | null;
  /** What both are at least, in 39 of 40 cases; null of fewer than eight samples. */
  readonly atLeast: { readonly logZ: number | null; readonly klReverse: number | null };
  readonly meanReward: Estimate;
  /** `(Σ w)² / Σ w²` of the importance weights: how many samples of the target these are worth. */
  readonly effectiveSamples: number;
  /** The shape of the tail of the weights (`paretoTail`); null where it cannot be told. */
  readonly tail: number | null;
}

/** An interval is given where weights are worth so many samples, and the variance of their law is finite. */
const fewestEffective = 200;
const heaviestTail = 0.5;
/** How much wider an error is for each unit that the skewness of a mean has. */
const skewedBy = 2;
/** Parts of the sample whose bounds are averaged: of more parts each is looser, of fewer their spread is less certain. */
const parts = 8;

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

/**
 * Estimates of log Z, KL(law‖target) and the like, with standard errors, from `log P(x_i)` and `log R(x_i)` of `N`
 * fresh samples.
 */
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
    standardError: errorOfSkewed(ratio),
    samples: bound.samples,
  };
  const klReverse: Estimate = {
    estimate: logZ.estimate - bound.estimate,
    // Both come from the same samples, so their errors partly cancel: w/mean − log w, sample by sample.
    standardError: errorOfSkewed(ratio.map((value, i) => value - logWeight[i]!)),
    samples: bound.samples,
  };
  const effectiveSamples =
    weight.reduce((sum, value) => sum + value, 0) ** 2 /
    weight.reduce((sum, value) => sum + value * value, 0);
  const tail = paretoTail(logWeight);
  // Of few samples half have to count.
  const enough = Math.min(fewestEffective, logWeight.length / 2);
  const holds = effectiveSamples >= enough && tail < heaviestTail;
  return {
    elbo: bound,
    logZ: holds ? logZ : null,
    klReverse: holds ? klReverse : null,
    atLeast: lowerBounds(logWeight),
    meanReward: estimateMean(Float64Array.from(logReward, Math.exp)),
    effectiveSamples,
    tail: Number.isFinite(tail) ? tail : null,
  };
}

/**
 * The standard error of a mean, larger for skewed values: where a few large ones carry it, others like them have not come,
 * and the sample knows neither their share of the mean nor that of the variance.
 */
function errorOfSkewed(values: Float64Array): number {
  const { estimate, standardError, samples } = estimateMean(values);
  const deviation = standardError * Math.sqrt(samples);
  if (deviation === 0) return 0;
  const skewness = values.reduce((sum, value) => sum + ((value - estimate) / deviation) ** 3, 0) / samples;
  return standardError * (1 + (skewedBy * Math.abs(skewness)) / Math.sqrt(samples));
}

/**
 * Bounds that hold however heavy the tail is: the expected log of a mean of weights is at most log Z, for any number of
 * them, so that its mean over parts of the sample, less what Student's t says of its error, is too.
 */
function lowerBounds(logWeight: Float64Array): SampledReport["atLeast"] {
  const size = Math.floor(logWeight.length / parts);
  if (size < 1) return { logZ: null, klReverse: null };
  const [logMeans, gaps] = [new Float64Array(parts), new Float64Array(parts)];
  for (let i = 0; i < parts; i++) {
    const part = logWeight.subarray(i * size, (i + 1) * size);
    logMeans[i] = logSumExp(part) - Math.log(size);
    gaps[i] = logMeans[i]! - part.reduce((sum, value) => sum + value, 0) / size;
  }
  const lower = (values: Float64Array): number => {
    const { estimate, standardError } = estimateMean(values);
    return estimate - studentQuantile(0.975, parts - 1) * standardError;
  };
  // A divergence is never below zero.
  return { logZ: lower(logMeans), klReverse: Math.max(0, lower(gaps)) };
}
