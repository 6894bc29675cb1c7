/**
 * From histories to forecasts: backtest every member on rolling origins, weight the pool by what they got wrong,
 * take the intervals from it too, and forecast from the end. One call does all of it. What it reports of a window was
 * forecast from what had come by then, the pool's weights included; intervals there come from the other windows.
 */
import type { QuantileForecast } from "../evaluation/forecast/sample-quantiles.ts";
import { WindageError } from "../error.ts";
import { Generator } from "../random/generator.ts";
import { featureUseOf } from "./feature-use.ts";
import type { FeatureUse, UsesFeatures } from "./feature-use.ts";
import { checkFeatures, featuresAt } from "./features.ts";
import { samplePath } from "./generative/path-model.ts";
import type { PathModel } from "./generative/path-model.ts";
import { poolPaths, withMarginals } from "./generative/pool-paths.ts";
import type { Answer, AskOptions } from "./question/answer.ts";
import type { RewardFunction } from "./question/condition.ts";
import type { QuantileMember } from "./linear/quantile-regression.ts";
import { seasonOf } from "./member.ts";
import type { Ask, Member, PathMember, PointForecasts } from "./member.ts";
import { askMembers } from "./ask-members.ts";
import { backtest, watchMember } from "./pool/backtest.ts";
import type { BacktestAsk, Progress, Window, Windows } from "./pool/backtest.ts";
import { movingFan } from "./pool/moving-fan.ts";
import { poolForecasts, poolName } from "./pool/pool.ts";
import { weigher, withPool, withPoolOfItsTime } from "./pool/weigher.ts";
import type { WeighedPool, Weighing } from "./pool/weigher.ts";
import { isMeasured } from "./pool/measured.ts";
import type { Situation } from "./pool/error-marks.ts";
import { ResidualFan } from "./pool/residual-fan.ts";
import type { Stretch } from "./pool/residual-fan.ts";
import { floorOf, possibleIn } from "./plausible.ts";
import { fillGaps } from "./series/fill-gaps.ts";
import { stretchOf } from "./irregular/times.ts";
import { score, transformsOf } from "./pool/score.ts";
import type { Outcome, Scores } from "./pool/score.ts";

/** Series, how far to look, the members to ask and the windows to judge them by. */
export interface ForecastRequest extends BacktestAsk {
  readonly members: readonly Member[];
  /** Names of the members a series' own backtests choose among; all of them by default. */
  readonly pool?: readonly string[];
  /**
   * Whose backtests weigh them: each series' `own`, those of all series together (`shared`, among all members), or a
   * mean of the two by what helped in the backtests (`auto`, the default).
   */
  readonly weighing?: Weighing;
  readonly windows: Windows;
}

/** One model's forecast of all series: points, quantiles and paths. */
export interface ModelForecast {
  readonly name: string;
  readonly point: PointForecasts;
  /** Quantiles of one series. */
  quantiles(series: number, levels: readonly number[]): QuantileForecast;
}

/** Which series a question is about, and how it is answered. */
export interface GivenOptions extends AskOptions {
  /** Which series; the first unless told. */
  readonly series?: number;
}

/** Every model’s forecast of every series, with how they did in backtests. */
export interface Forecast extends UsesFeatures {
  readonly horizon: number;
  readonly periods: readonly number[];
  /** Members in the order given, then the pool. */
  readonly models: readonly ModelForecast[];
  /** Backtest scores by model; empty where no series was long enough for a window. */
  readonly scores: ReadonlyMap<string, Scores>;
  /** The model with the smallest backtest CRPS, or the pool without backtests. */
  readonly best: string;
  readonly windows: readonly Window[];
  /** Where values of the backtests fell within the pool's forecasts, from 0 to 1: evenly where intervals hold. */
  readonly transforms: Float64Array;
  /** The pool's errors in backtests, from which its intervals come. */
  readonly poolFan: ResidualFan;
  /**
   * Equally likely paths of the pool for one series: its marginals, with the dependence of a member that draws whole
   * futures where there is one, else of the pool's backtest errors.
   */
  paths(series: number, count: number, seed?: number): Promise<Float64Array[]>;
  /** Answers a question about one series' future: text such as `sum(y) > 1200`, or a reward function of a path. */
  given(question: string | RewardFunction, options?: GivenOptions): Promise<Answer>;
}

/** Fits, backtests and forecasts; NaN in a history means that nothing was measured, and is filled from around it. */
export async function forecastSeries(
  measured: readonly Float64Array[],
  request: ForecastRequest,
  progress: Progress = {},
): Promise<Forecast> {
  checkHistories(measured);
  const { members, horizon, periods, features, knownFrom, timeline } = request;
  const histories = measured.map((values) => fillGaps(values, seasonOf(request)));
  if (features) checkFeatures(features, histories, horizon);
  const ask: Ask = {
    horizon,
    periods,
    features: features?.map((one, i) => featuresAt(one, histories[i]!.length, horizon)),
  };
  const season = seasonOf(ask);
  const weighed = weighedPool(request, season);
  const { names } = weighed;
  const backtests = await backtest(
    members,
    measured,
    { ...ask, knownFrom, timeline },
    request.windows,
    progress,
  );
  const windows = withPool(weighed, backtests);
  const stretch = stretchOf(features, horizon);
  const fanOf = movingFan(ask, stretch);
  const reported = withPoolOfItsTime(weighed, backtests, fanOf);
  const featureUse = new Map<string, readonly FeatureUse[]>();
  const total = members.length * (request.windows.count + 1);
  let done = members.length * request.windows.count;
  const forecasts = await askMembers(members, histories, ask, ({ name }) =>
    watchMember(progress, done++, total, `${name}, forecast`),
  );
  for (const member of members) {
    const use = featureUseOf(member, histories, ask);
    if (use) featureUse.set(member.name, use);
  }
  const weightsOf = weigher(weighed, windows);
  forecasts.set(poolName, poolForecasts(names, forecasts, histories, weightsOf));
  const modelNames = [...forecasts.keys()];
  const poolFan = fanOf(windows);
  const models = modelNames.map((name): ModelForecast => {
    const fan = name === poolName ? poolFan : new ResidualFan(windows, name, ask, { stretch });
    const own = ownQuantiles(members, name, histories, ask);
    const said = forecasts.get(name)!;
    const situation = (series: number): Situation => ({ history: histories[series]!, point: said[series]! });
    const point = said.map((_, series) => fan.middle(situation(series), series, floorOf(histories[series]!)));
    return {
      name,
      point,
      quantiles: (series, levels) =>
        own?.(series, levels) ?? fan.quantiles(situation(series), series, levels),
    };
  });
  const outcomes = (name: string): Outcome[] => outcomesOf(name, reported, ask, stretch);
  const scores = new Map(
    reported.length === 0 ? [] : modelNames.map((name) => [name, score(outcomes(name), season)] as const),
  );
  const best = modelNames.reduce(
    (leader, name) =>
      (scores.get(name)?.crps ?? Infinity) < (scores.get(leader)?.crps ?? Infinity) ? name : leader,
    poolName,
  );
  const pool = models.find(({ name }) => name === poolName)!;
  const generative = members.find(isPathMember);
  const known = new Map<number, PathModel>();
  const pathsOf = async (series: number): Promise<PathModel> => {
    const made = known.get(series);
    if (made) return made;
    const rows = generative ? await generative.drawPaths(series, dependenceRows, 0) : poolFan.rows;
    const { areWhole } = possibleIn(histories[series]!);
    const model = { ...poolPaths(pool, rows, series, horizon), areWhole };
    known.set(series, model);
    return model;
  };
  return {
    horizon,
    periods,
    models,
    scores,
    best,
    windows: reported,
    transforms: transformsOf(outcomes(poolName)),
    poolFan,
    featureUse,
    weights: { names, of: weightsOf },
    paths: async (series, count, seed = 0) => {
      checkSeries("paths", series, histories.length);
      checkPathCount(count);
      if (generative) return withMarginals(await generative.drawPaths(series, count, seed), pool, series);
      const generator = Generator.fromSeed(seed);
      const model = await pathsOf(series);
      return Array.from({ length: count }, () => samplePath(model, generator));
    },
    given: async (question, { series = 0, ...options } = {}) => {
      checkSeries("given", series, histories.length);
      // Networks are loaded only by those who ask.
      const { askFuture } = await import("./question/answer.ts");
      const model = await pathsOf(series);
      const law = generative?.tokenLaw?.(series, model);
      try {
        return await askFuture(law ?? model, question, options);
      } finally {
        await law?.dispose?.();
      }
    },
  };
}

/** Weights of all series together choose among all members, a series' own among those named. */
function weighedPool(
  { members, pool, weighing = "auto", windows }: ForecastRequest,
  season: number,
): WeighedPool {
  const all = members.map(({ name }) => name);
  const own = pool ?? all;
  return {
    weighing,
    names: weighing === "own" ? own : all,
    own,
    season,
    isSampled: windows.series !== undefined,
  };
}

/** A member that knows its own quantiles keeps them. */
function ownQuantiles(
  members: readonly Member[],
  name: string,
  histories: readonly Float64Array[],
  ask: Ask,
): ((series: number, levels: readonly number[]) => QuantileForecast) | undefined {
  const member = members.find((candidate) => candidate.name === name);
  if (!member || !isQuantileMember(member)) return undefined;
  const known = new Map<string, readonly (readonly Float64Array[])[]>();
  return (series, levels) => {
    const key = levels.join();
    // Levels are fitted for all series at once, and asked for series by series.
    const all = known.get(key) ?? member.forecastQuantiles(histories, ask, levels);
    known.set(key, all);
    return { levels, values: all[series]! };
  };
}

/** Paths of a generative member that say how steps hang together, where a question needs it in numbers. */
const dependenceRows = 400;

function isPathMember(member: Member): member is PathMember {
  return "drawPaths" in member;
}

function isQuantileMember(member: Member): member is QuantileMember {
  return "forecastQuantiles" in member;
}

/** What a model forecast in all windows, and what came; scales and residuals of a window come from the others. */
function outcomesOf(name: string, windows: readonly Window[], ask: Ask, stretch: Stretch): Outcome[] {
  return windows.flatMap((window): Outcome[] => {
    const others = windows.filter((other) => other !== window);
    const fan = new ResidualFan(others.length > 0 ? others : windows, name, ask, { stretch });
    return window.series.map((series, at) => {
      const history = window.histories[at]!;
      const point = window.forecasts.get(name)![at]!;
      return {
        history,
        actual: window.actual[at]!,
        point,
        quantiles: (levels) => fan.quantiles({ history, point }, series, levels),
      };
    });
  });
}

function checkHistories(histories: readonly Float64Array[]): void {
  if (histories.length === 0) {
    throw new WindageError("forecast/no-series", "forecastSeries: got no series, expected at least one.");
  }
  histories.forEach((history, i) => {
    const bad = history.findIndex((value) => Math.abs(value) === Infinity);
    if (isMeasured(history) && bad < 0) return;
    throw new WindageError(
      "forecast/bad-history",
      bad < 0
        ? `forecastSeries: got no value of series ${i}, expected at least one; leave it out.`
        : `forecastSeries: got ${history[bad]} at position ${bad} of series ${i}, expected finite numbers, or NaN where nothing was measured.`,
    );
  });
}

function checkSeries(asker: string, series: number, count: number): void {
  if (Number.isInteger(series) && series >= 0 && series < count) return;
  throw new WindageError(
    "forecast/unknown-series",
    `${asker}: got series ${String(series)}, expected the position of one of ${count}, from 0 to ${count - 1}, in the order of the histories.`,
  );
}

function checkPathCount(count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new WindageError(
    "forecast/bad-count",
    `paths: got ${String(count)} paths to draw, expected a whole number of at least 1; give it after the series, as in paths(0, 100).`,
  );
}
