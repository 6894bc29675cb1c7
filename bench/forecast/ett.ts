/**
 * The figures of docs/results/forecasting-series.md on the oil temperature of ETTh1, one series, as published: 12 months
 * to learn from, 4 to validate on, 4 to test on, standardised by the first 12, every window of the test part:
 * `npx tsx bench/forecast/ett.ts <ETTh1.csv> [--horizon 24] [--seed 0] [--stride 1] [--part validation]
 * [--gflownet]`.
 *
 * Every model is fitted once, on the first 12 months. The pool's weights, residual intervals and the calibration by
 * thoughts come from the validation part. `--part validation` reports on its second half with these taken from its
 * first, which is what settings were chosen on.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { coverage } from "../../src/evaluation/forecast/calibration.ts";
import { crps } from "../../src/evaluation/forecast/crps.ts";
import { mae, mse } from "../../src/evaluation/forecast/point-errors.ts";
import { sortedQuantile } from "../../src/evaluation/forecast/sample-quantiles.ts";
import { naiveForecast, seasonalNaiveForecast } from "../../src/forecast/classical/naive.ts";
import { fitAutoregression } from "../../src/forecast/classical/seasonal-autoregression.ts";
import { createDrawer } from "../../src/forecast/gflownet/draw.ts";
import type { Futures } from "../../src/forecast/gflownet/draw.ts";
import { createForecaster, examplesOf, pastsOf, train } from "../../src/forecast/gflownet/forecaster.ts";
import { Recalibration } from "../../src/forecast/gflownet/recalibration.ts";
import { resolveSettings } from "../../src/forecast/gflownet/settings.ts";
import type { GflownetSettings } from "../../src/forecast/gflownet/settings.ts";
import { situationAt } from "../../src/forecast/gflownet/situation.ts";
import { fitLinearMap } from "../../src/forecast/linear/linear-map.ts";
import { Generator } from "../../src/random/generator.ts";
import { dataArgument } from "../data-argument.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    horizon: { type: "string", default: "24" },
    seed: { type: "string", default: "0" },
    stride: { type: "string", default: "1" },
    part: { type: "string", default: "test" },
    gflownet: { type: "boolean", default: false },
    settings: { type: "string", default: "{}" },
  },
});
const file = dataArgument(positionals, "the file ETTh1.csv");
const [trainEnd, validationEnd, testEnd] = [8640, 11_520, 14_400];
const horizon = Number(values.horizon);
const ask = { horizon, periods: [24, 168] };

const raw = (await readFile(file, "utf8"))
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => Number(line.slice(line.lastIndexOf(",") + 1)));
const learned = raw.slice(0, trainEnd);
const mean = learned.reduce((sum, value) => sum + value, 0) / trainEnd;
const deviation = Math.sqrt(learned.reduce((sum, value) => sum + (value - mean) ** 2, 0) / trainEnd);
const series = Float64Array.from(raw.slice(0, testEnd), (value) => (value - mean) / deviation);
const past = series.subarray(0, trainEnd);

const halfway = (trainEnd + validationEnd) / 2;
const isTest = values.part === "test";
const calibrationOrigins = originsBetween(trainEnd, isTest ? validationEnd : halfway, 5);
const judgedOrigins = originsBetween(
  isTest ? validationEnd : halfway,
  isTest ? testEnd : validationEnd,
  Number(values.stride),
);
/** Equally likely levels that stand for a law. */
const levels = Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50);

/** Forecasts of one model at all origins: a point, and a law as quantiles at `levels`. */
interface Judged {
  readonly name: string;
  readonly points: readonly Float64Array[];
  readonly law: (window: number, step: number) => Float64Array;
}

const members: readonly (readonly [string, (history: Float64Array) => Float64Array])[] = [
  ["Naive", (history) => naiveForecast(history, horizon)],
  ["SeasonalNaive24", (history) => seasonalNaiveForecast(history, horizon, 24)],
  ["SeasonalARLevels", fitAutoregression("levels", past, ask)],
  ["SeasonalARDifferences", fitAutoregression("differences", past, ask)],
  ["LinearMap", fitLinearMap([past], ask)],
];
const before = (origin: number): Float64Array => series.subarray(0, origin);
const came = (origin: number): Float64Array => series.subarray(origin, origin + horizon);

interface Pair {
  readonly name: string;
  readonly calibration: readonly Float64Array[];
  readonly judged: readonly Float64Array[];
}
const classical: readonly Pair[] = members.map(([name, forecast]) => ({
  name,
  calibration: calibrationOrigins.map((origin) => forecast(before(origin))),
  judged: judgedOrigins.map((origin) => forecast(before(origin))),
}));
const rows: Judged[] = [...classical, pooled("Pool", classical)].map(withResiduals);
if (values.gflownet) rows.push(...(await generativeRows(rows.find(({ name }) => name === "LinearMap")!)));

console.log("model | MSE | MAE | CRPS | 50 | 80 | 95");
for (const { name, points, law } of rows) {
  const errors = { mse: 0, mae: 0, crps: 0 };
  const inside = [0.5, 0.8, 0.95].map(() => 0);
  judgedOrigins.forEach((origin, w) => {
    const actual = came(origin);
    errors.mse += mse(points[w]!, actual) / judgedOrigins.length;
    errors.mae += mae(points[w]!, actual) / judgedOrigins.length;
    const laws = Array.from(actual, (_, t) => law(w, t));
    laws.forEach((one, t) => (errors.crps += crps(one, actual[t]!) / horizon / judgedOrigins.length));
    [0.5, 0.8, 0.95].forEach((width, i) => {
      const end = (level: number): Float64Array =>
        Float64Array.from(laws, (one) => sortedQuantile(one, level));
      const interval = { low: end((1 - width) / 2), high: end((1 + width) / 2), actual };
      inside[i]! += coverage([interval]) / judgedOrigins.length;
    });
  });
  const numbers = [errors.mse, errors.mae, errors.crps].map((value) => value.toFixed(4));
  console.log([name, ...numbers, ...inside.map((share) => (100 * share).toFixed(1))].join(" | "));
}
const { user, system } = process.cpuUsage();
console.log(
  `${judgedOrigins.length} windows of the ${values.part} part, ${((user + system) / 1e6).toFixed(0)} s of processor time`,
);

/** The network alone, with its law as it is, calibrated in two ways, in the pool, and beside the best member. */
async function generativeRows(map: Judged): Promise<Judged[]> {
  const { calibration, judged, recalibration } = await generativeForecasts();
  const points = judged.map(({ mean: expected }) => expected);
  const medians: Pair = {
    name: "GFlowNet, pooled residuals",
    calibration: calibration.map(({ median }) => median),
    judged: judged.map(({ median }) => median),
  };
  const thoughts: Judged = {
    name: "GFlowNet, calibrated by thoughts",
    points,
    law: (window, step) => judged[window]!.law(step, (level) => recalibration.intention(step, level)),
  };
  return [
    { name: "GFlowNet, its own law", points, law: (w, t) => judged[w]!.law(t, (level) => level) },
    withResiduals(medians),
    thoughts,
    withResiduals(pooled("Pool with the GFlowNet", [...classical, medians])),
    {
      name: "LinearMap and GFlowNet, quantiles averaged",
      points: map.points.map((point, w) => point.map((value, t) => (value + points[w]![t]!) / 2)),
      law: (w, t) => map.law(w, t).map((value, i) => (value + thoughts.law(w, t)[i]!) / 2),
    },
  ];
}

/** Residuals of the calibration windows, step by step, around a point forecast. */
function withResiduals({ name, calibration, judged }: Pair): Judged {
  const sorted = Array.from({ length: horizon }, (_, t) =>
    Float64Array.from(calibrationOrigins, (origin, w) => series[origin + t]! - calibration[w]![t]!).sort(),
  );
  const quantiles = sorted.map((one) => levels.map((level) => sortedQuantile(one, level)));
  return {
    name,
    points: judged,
    law: (window, step) =>
      Float64Array.from(quantiles[step]!, (residual) => judged[window]![step]! + residual),
  };
}

/** Weights ∝ (MAE on the calibration windows)⁻³, as in the library's pool. */
function pooled(name: string, parts: readonly Pair[]): Pair {
  const weights = parts.map(({ calibration }) => {
    const errors = calibrationOrigins.map((origin, w) => mae(calibration[w]!, came(origin)));
    return (errors.reduce((sum, error) => sum + error, 0) / errors.length) ** -3;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mix = (of: (pair: Pair) => readonly Float64Array[]): Float64Array[] =>
    of(parts[0]!).map((row, w) =>
      row.map((_, t) => parts.reduce((sum, pair, m) => sum + (weights[m]! / total) * of(pair)[w]![t]!, 0)),
    );
  return { name, calibration: mix((pair) => pair.calibration), judged: mix((pair) => pair.judged) };
}

interface Drawn {
  readonly median: Float64Array;
  readonly mean: Float64Array;
  /** Quantiles at `levels`, after a correction of the levels. */
  readonly law: (step: number, corrected: (level: number) => number) => Float64Array;
}

/** The network, trained on the first 12 months, at all origins. */
async function generativeForecasts() {
  const settings = resolveSettings({
    seed: Number(values.seed),
    references: ["map", "levels", "differences"],
    perAnchor: 24,
    ...(JSON.parse(values.settings) as Partial<GflownetSettings>),
  });
  const pasts = await pastsOf([past], ask, settings);
  const forecaster = createForecaster(ask, settings);
  const { layout } = forecaster.network;
  const examples = examplesOf(pasts, layout, settings.perAnchor);
  const loss = await train(forecaster, examples);
  console.error(`${examples.length} windows learned from, loss ${loss.toFixed(3)}`);
  // Fitted on the past alone, and read at later origins: nothing at or after an origin is used for it.
  const whole = { ...pasts.series[0]!, values: series };
  const drawer = await createDrawer(forecaster, { windows: 8, paths: settings.paths });
  const generator = Generator.fromSeed(settings.seed);
  const recalibration = new Recalibration(horizon);
  const at = async (
    origins: readonly number[],
    look: (futures: Futures, residuals: Float64Array) => void,
  ): Promise<Drawn[]> => {
    const situations = origins.map((origin) => situationAt(whole, origin, layout, pasts.ratio)!);
    const futures = await drawer.draw(situations, generator);
    return futures.map((future, w) => {
      const { reference, unit } = situations[w]!;
      look(
        future,
        came(origins[w]!).map((value, t) => (value - reference[t]!) / unit),
      );
      const value = (t: number, level: number): number => reference[t]! + unit * future.quantile(t, level);
      const law: Drawn["law"] = (t, corrected) =>
        Float64Array.from(levels, (level) => value(t, corrected(level)));
      return {
        median: reference.map((_, t) => value(t, 0.5)),
        mean: reference.map((_, t) => law(t, (level) => level).reduce((a, b) => a + b, 0) / levels.length),
        law,
      };
    });
  };
  const calibration = await at(calibrationOrigins, (future, residuals) =>
    residuals.forEach((residual, t) => recalibration.add(t, future.level(t, residual))),
  );
  const judged = await at(judgedOrigins, () => undefined);
  await drawer.dispose();
  return { calibration, judged, recalibration };
}

function originsBetween(from: number, to: number, stride: number): number[] {
  const origins: number[] = [];
  for (let origin = from; origin + horizon <= to; origin += stride) origins.push(origin);
  return origins;
}
