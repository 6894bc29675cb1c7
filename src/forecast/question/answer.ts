/**
 * Answers a question about the future: how likely it is, with an interval, and what the future looks like if it comes
 * true. Paths of a tilted sampler and of the forecast itself are weighed together, which is without bias whatever the
 * sampler reaches; what each says by itself can be seen, and where the two contradict each other it is said.
 */
import { WindageError } from "../../error.ts";
import { sampleQuantiles } from "../../evaluation/forecast/sample-quantiles.ts";
import type { QuantileForecast } from "../../evaluation/forecast/sample-quantiles.ts";
import { Generator } from "../../random/generator.ts";
import { foldIn, key } from "../../random/key.ts";
import type { PathModel } from "../generative/path-model.ts";
import { compileCondition, rewardCondition } from "./condition.ts";
import type { Path, RewardFunction } from "./condition.ts";
import { learnWay } from "./learned-direction.ts";
import { agree, intervalOf, mixtureEstimate } from "./mixture.ts";
import type { Stratum, ZEstimate } from "./mixture.ts";
import { tiltDefaults, trainTilted } from "./tilted-sampler.ts";
import type { TiltOptions, TiltedPaths } from "./tilted-sampler.ts";
import { copulaLaw, samplePaths } from "./token-law.ts";
import type { TokenLaw } from "./token-law.ts";

/** How a question is answered: the tilted sampler’s settings, and how many paths are drawn. */
export interface AskOptions extends Partial<TiltOptions> {
  /** Paths drawn to answer, by either sampler. */
  readonly samples?: number;
  readonly onStep?: (done: number, total: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** What is known of a question: its probability, and the future if it comes true. */
export interface Answer extends ZEstimate {
  readonly question: string;
  /** 95 %, on the logarithm of the probability. */
  readonly interval: readonly [number, number];
  /** Whether the next two differ by no more than chance explains; where they do, the interval holds both of theirs. */
  readonly agree: boolean;
  /** What the tilted sampler's paths say by themselves. */
  readonly tilted: ZEstimate;
  /** What the forecast's own paths say by themselves. */
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
  checkCounts({ samples, ...tiltOptions });
  const root = key(tiltOptions.seed ?? tiltDefaults.seed);
  const generator = Generator.fromKey(foldIn(root, 11));
  const law = "factor" in model ? copulaLaw(model) : model;
  const unconditional = await samplePaths(law, samples, generator);
  const condition =
    typeof question === "string"
      ? compileCondition(question, unconditional)
      : rewardCondition(question, unconditional);
  const logRewardOf = (paths: readonly Path[]): Float64Array =>
    Float64Array.from(paths, (path) => condition.logReward(path));
  const plainRewards = logRewardOf(unconditional);
  const forecast = aloneEstimate(plainRewards);

  const meets = (path: Path): boolean => condition.logReward(path) > -Infinity;
  const isRare = plainRewards.filter((log) => log > -Infinity).length < fewMet;
  const way =
    condition.isWeight && isRare
      ? await learnWay(law, meets, unconditional, Generator.fromKey(foldIn(root, 13)))
      : undefined;
  const settings = {
    ...tiltDefaults,
    // A weight is what it is; only what is met or not has to be softened, and not beyond what is known of the way there.
    ...(condition.isWeight ? { softness: way?.margin === undefined ? plainSoftness : roughSoftness } : {}),
    ...tiltOptions,
  };
  const guided = way?.margin === undefined ? condition : { ...condition, margin: way.margin };
  const sampler = await trainTilted(law, guided, settings, {
    ...(onStep ? { onStep } : {}),
    ...(signal ? { signal } : {}),
  });
  // Fresh plain paths, because the sampler was taught with a look at the others.
  const heat = way?.heat ?? 1;
  const kinds = way === undefined ? (["tilted", "law"] as const) : (["tilted", "law", "flatter"] as const);
  const drawn: TiltedPaths[] = [];
  for (const from of kinds) drawn.push(await sampler.sample(samples, { from, heat }));
  await sampler.dispose();
  const strata = drawn.map(({ paths, logRatio, logFlatRatio }): Stratum => {
    const others = (i: number): number =>
      Math.exp(-logRatio[i]!) + (way === undefined ? 0 : Math.exp(-logFlatRatio[i]!));
    return {
      logReward: logRewardOf(paths),
      logWeight: logRatio.map((_, i) => -Math.log(samples) - Math.log1p(others(i))),
    };
  });
  const tilted = aloneEstimate(strata[0]!.logReward, drawn[0]!.logRatio);
  const { most } = condition;
  const together = mixtureEstimate(strata, most === 1 && forecast.probability > 0.5);
  const agreeing = agree(tilted, forecast, samples, most);
  const intervals = [
    intervalOf(together, samples, most),
    ...(agreeing ? [] : [intervalOf(tilted, samples, most), intervalOf(forecast, samples, most)]),
  ];
  const paths = resample(
    drawn.flatMap((some) => some.paths),
    Float64Array.from(
      strata.flatMap(({ logReward, logWeight }) => Array.from(logReward, (log, i) => log + logWeight[i]!)),
    ),
    Generator.fromKey(foldIn(root, 12)),
  );
  return {
    question: condition.text,
    ...together,
    interval: [Math.min(...intervals.map(([low]) => low)), Math.max(...intervals.map(([, high]) => high))],
    agree: agreeing,
    tilted,
    forecast,
    paths,
    unconditional,
    quantiles: (levels) => sampleQuantiles(paths, levels),
  };
}

/** The least of what is counted: two paths have a scatter, one has none. */
const leasts = { samples: 2, iterations: 1, batch: 1, hidden: 1 } as const;

function checkCounts(options: Pick<AskOptions, keyof typeof leasts>): void {
  for (const [name, least] of Object.entries(leasts) as [keyof typeof leasts, number][]) {
    const got = options[name];
    if (got === undefined || (Number.isInteger(got) && got >= least)) continue;
    throw new WindageError(
      "forecast/bad-count",
      `given: got ${name} ${String(got)}, expected a whole number of at least ${least}; leave it out for the usual one.`,
    );
  }
}

/** What paths of one sampler say by themselves; those of the forecast have no ratio. */
function aloneEstimate(logReward: Float64Array, logRatio?: Float64Array): ZEstimate {
  const logCount = Math.log(logReward.length);
  return mixtureEstimate([
    { logReward, logWeight: logReward.map((_, i) => (logRatio?.[i] ?? 0) - logCount) },
  ]);
}

/** Systematic resampling: equally likely paths from weighted ones. */
function resample(
  paths: readonly Float64Array[],
  logWeights: Float64Array,
  generator: Generator,
): Float64Array[] {
  const top = logWeights.reduce((most, log) => Math.max(most, log), -Infinity);
  if (top === -Infinity) return [];
  const weights = logWeights.map((log) => Math.exp(log - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
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
