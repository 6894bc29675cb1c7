/**
 * Answers a question about the future: how likely it is, with an interval, and what the future looks like if it comes
 * true. Both the forecast's own paths and those of a tilted sampler estimate the probability without bias; the one
 * with the smaller relative error is reported, and both can be seen.
 */
import { estimateMean } from "../../evaluation/sample/estimate.ts";
import { sampleQuantiles } from "../../evaluation/forecast/sample-quantiles.ts";
import type { QuantileForecast } from "../../evaluation/index.ts";
import { Generator, foldIn, key } from "../../random/index.ts";
import type { PathModel } from "../generative/path-model.ts";
import { compileCondition, rewardCondition } from "./condition.ts";
import type { Condition, Path, RewardFunction } from "./condition.ts";
import { learnDirection } from "./learned-direction.ts";
import { tiltDefaults, trainTilted } from "./tilted-sampler.ts";
import type { TiltOptions } from "./tilted-sampler.ts";
import { copulaLaw, samplePaths } from "./token-law.ts";
import type { TokenLaw } from "./token-law.ts";

/** How a question is answered: the tilted sampler’s settings, and how many paths are drawn. */
export interface AskOptions extends Partial<TiltOptions> {
  /** Paths drawn to answer, by either sampler. */
  readonly samples?: number;
  readonly onStep?: (done: number, total: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** One estimate of `Z_r = E_p[r]`. */
export interface ZEstimate {
  readonly probability: number;
  readonly standardError: number;
  /** How many independent paths of the conditional law the samples are worth. */
  readonly effectiveSamples: number;
}

/** What is known of a question: its probability, and the future if it comes true. */
export interface Answer extends ZEstimate {
  readonly question: string;
  /** 95 %, on the logarithm of the probability. */
  readonly interval: readonly [number, number];
  /** Which sampler gave the estimate above. */
  readonly by: "tilted" | "forecast";
  readonly tilted: ZEstimate;
  readonly forecast: ZEstimate;
  /** Equally likely paths given that the question is met; none if no path met it. */
  readonly paths: readonly Float64Array[];
  /** Equally likely paths of the forecast. */
  readonly unconditional: readonly Float64Array[];
  /** Quantiles given that the question is met. */
  quantiles(levels: readonly number[]): QuantileForecast;
}

const defaultSamples = 4000;
const shownPaths = 1000;
/** Paths of the forecast that a function weighs above 0, below which it does not show a sampler the way by itself. */
const fewMet = 20;
const plainSoftness = [1, 1] as const;
const roughSoftness = [1, 0.3] as const;

/** `question` is text such as `sum(y) > 1200`, or a reward function of a path, asked of a law of paths. */
export async function askFuture(
  model: PathModel | TokenLaw,
  question: string | RewardFunction,
  options: AskOptions = {},
): Promise<Answer> {
  const { samples = defaultSamples, onStep, signal, ...tiltOptions } = options;
  const root = key(tiltOptions.seed ?? tiltDefaults.seed);
  const generator = Generator.fromKey(foldIn(root, 11));
  const law = "factor" in model ? copulaLaw(model) : model;
  const unconditional = await samplePaths(law, samples, generator);
  const condition =
    typeof question === "string"
      ? compileCondition(question, unconditional)
      : rewardCondition(question, unconditional);
  const plainWeights = Float64Array.from(unconditional, (path) => Math.exp(condition.logReward(path)));
  const forecast = estimate(plainWeights);

  const isRare = plainWeights.filter((weight) => weight > 0).length < fewMet;
  const meets = (path: Path): boolean => condition.logReward(path) > -Infinity;
  const direction =
    condition.isWeight && isRare
      ? await learnDirection(law, meets, unconditional, Generator.fromKey(foldIn(root, 13)))
      : undefined;
  const guided = direction === undefined ? condition : { ...condition, margin: direction };
  const settings = {
    ...tiltDefaults,
    // A weight is what it is; only what is met or not has to be softened, and not beyond what is known of the way there.
    ...(condition.isWeight ? { softness: direction === undefined ? plainSoftness : roughSoftness } : {}),
    ...tiltOptions,
  };
  const sampler = await trainTilted(law, guided, settings, {
    ...(onStep ? { onStep } : {}),
    ...(signal ? { signal } : {}),
  });
  const drawn = await sampler.sample(samples);
  await sampler.dispose();
  const weights = Float64Array.from(drawn.paths, (path, i) =>
    Math.exp(drawn.logRatio[i]! + condition.logReward(path)),
  );
  const tilted = estimate(weights);

  const by = relativeError(tilted) <= relativeError(forecast) ? "tilted" : "forecast";
  const chosen = by === "tilted" ? tilted : forecast;
  const paths = resample(
    by === "tilted" ? drawn.paths : unconditional,
    by === "tilted" ? weights : plainWeights,
    Generator.fromKey(foldIn(root, 12)),
  );
  return {
    question: condition.text,
    ...chosen,
    interval: intervalOf(chosen, samples, condition),
    by,
    tilted,
    forecast,
    paths,
    unconditional,
    quantiles: (levels) => sampleQuantiles(paths, levels),
  };
}

/** Where none or all of `samples` independent paths meet a question, it is with 95 % less than 3 of so many off. */
function intervalOf(chosen: ZEstimate, samples: number, { most }: Condition): readonly [number, number] {
  const { probability } = chosen;
  if (probability === 0) return [0, 3 / samples];
  if (probability === most) return [most - (3 * most) / samples, most];
  const factor = Math.exp(1.96 * relativeError(chosen));
  return [probability / factor, Math.min(most, probability * factor)];
}

/** In units near the largest weight, since squares of 1e-200 or 1e200 are no numbers; a power of two costs no digit. */
function estimate(weights: Float64Array): ZEstimate {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (largest === 0) return { probability: 0, standardError: 0, effectiveSamples: 0 };
  const unit = 2 ** Math.floor(Math.log2(largest));
  const shares = weights.map((weight) => weight / unit);
  const { estimate: probability, standardError } = estimateMean(shares);
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return {
    probability: unit * probability,
    standardError: unit * standardError,
    effectiveSamples: (sum * sum) / squares,
  };
}

function relativeError({ probability, standardError }: ZEstimate): number {
  return probability > 0 ? standardError / probability : Infinity;
}

/** Systematic resampling: equally likely paths from weighted ones. */
function resample(
  paths: readonly Float64Array[],
  weights: Float64Array,
  generator: Generator,
): Float64Array[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  const count = Math.min(shownPaths, paths.length);
  const start = generator.float64();
  const result: Float64Array[] = [];
  let passed = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const mark = ((i + start) / count) * total;
    while (at < paths.length - 1 && passed + weights[at]! < mark) passed += weights[at++]!;
    result.push(paths[at]!);
  }
  return result;
}
