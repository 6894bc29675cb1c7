/**
 * The figures of docs/results/forecasting-series.md on an unevenly sampled series, CO2 in the ice of EPICA Dome C:
 * forecasts of the next 16 readings at their own times, from origins in the last quarter of the readings:
 * `npx tsx bench/forecast/epica.ts <EPICA_Dome_C_CO2.csv> [--part validation] [--stride 4] [--seed 0] [--only Level] [--windows 3]`.
 *
 * Baselines see what is usual: readings interpolated to steps of the median distance; their forecasts are interpolated
 * back to the readings' times, with residuals of earlier origins a similar time ahead as intervals. The models in time
 * see the readings as they are. All are refitted at every origin but the network, which is trained once on what was
 * before the part. `--part validation` judges the quarter before and `--part earlier` the one before that, on which settings were chosen.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { coverage } from "../../src/evaluation/forecast/calibration.ts";
import { crps } from "../../src/evaluation/forecast/crps.ts";
import { mae } from "../../src/evaluation/forecast/point-errors.ts";
import { sortedQuantile } from "../../src/evaluation/forecast/sample-quantiles.ts";
import { defaultMembers } from "../../src/forecast/members.ts";
import { drift, naive } from "../../src/forecast/classical/naive.ts";
import { forecastSeries } from "../../src/forecast/forecaster.ts";
import { linearMap } from "../../src/forecast/linear/linear-map.ts";
import { seasonalAutoregression } from "../../src/forecast/classical/seasonal-autoregression.ts";
import { theta } from "../../src/forecast/classical/theta.ts";
import { createDrawer } from "../../src/forecast/gflownet/draw.ts";
import { createForecaster, examplesOf, pastsOf, train } from "../../src/forecast/gflownet/forecaster.ts";
import { resolveSettings } from "../../src/forecast/gflownet/settings.ts";
import { situationAt } from "../../src/forecast/gflownet/situation.ts";
import { poolName } from "../../src/forecast/pool/pool.ts";
import { levelInTime } from "../../src/forecast/irregular/level-in-time.ts";
import { interpolated, medianFrequency } from "../../src/forecast/series/grid.ts";
import { Generator } from "../../src/random/generator.ts";
import { loadAugurs } from "../../src/run/forecast/load-augurs.ts";
import { dataArgument } from "../data-argument.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: "string", default: "test" },
    stride: { type: "string", default: "4" },
    seed: { type: "string", default: "0" },
    only: { type: "string", default: "" },
    windows: { type: "string", default: "3" },
  },
});
const file = dataArgument(positionals, "the file EPICA_Dome_C_CO2.csv");
const horizon = 16;
const levels = Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50);

// Ages count backwards from today in thousands of years; time goes the other way.
const lines = (await readFile(file, "utf8")).trim().split("\n");
const readings = lines
  .slice(lines.findIndex((line) => line.startsWith("Age")) + 1)
  .map((line) => line.split(",").map(Number))
  .map(([age, value]) => ({ time: -age!, value: value! }))
  .sort((a, b) => a.time - b.time);
const times = Float64Array.from(readings, ({ time }) => time);
const series = Float64Array.from(readings, ({ value }) => value);

const quarter = Math.floor(series.length / 4);
const begin = { earlier: 1, validation: 2, test: 3 }[values.part]! * quarter;
const stride = Number(values.stride);
// The very first readings are too few to be forecast from.
const calibrationOrigins = originsBetween(Math.max(32, begin - quarter), begin, stride);
const judgedOrigins = originsBetween(begin, begin + quarter, stride);

/** Points and laws of a model at the readings after each origin. */
interface Judged {
  readonly name: string;
  readonly points: readonly Float64Array[];
  readonly law: (window: number, step: number) => Float64Array;
}

const { ets } = await loadAugurs();
const baselines = [naive, drift, theta, ets, seasonalAutoregression("levels"), linearMap()];
const rows: Judged[] = [];
for (const member of baselines) {
  if (!isWanted(`${member.name}, interpolated`)) continue;
  const forecast = async (origin: number): Promise<Float64Array> => {
    const known = readings.slice(0, origin);
    const frequency = medianFrequency([known.map(({ time }) => time)], "number");
    const grid = interpolated("co2", known, frequency, { timeKind: "number" }, file).values;
    const end = times[origin - 1]!;
    const steps = Math.max(1, Math.ceil(frequency.between(end, times[origin + horizon - 1]!)));
    const [path] = await member.forecast([grid], { horizon: steps, periods: [1] });
    const along = [grid.at(-1)!, ...path!];
    return times.slice(origin, origin + horizon).map((time) => {
      const position = frequency.between(end, time);
      const left = Math.min(along.length - 2, Math.floor(position));
      return along[left]! + (position - left) * (along[left + 1]! - along[left]!);
    });
  };
  const before = await inTurn(calibrationOrigins, forecast);
  rows.push(withResiduals(`${member.name}, interpolated`, before, await inTurn(judgedOrigins, forecast)));
}

const levelAsk = (origin: number) => ({
  horizon,
  periods: [1],
  features: [{ known: [], past: [], times: times.subarray(0, origin + horizon) }],
});
const levelForecast = async (origin: number): Promise<Float64Array> =>
  (await levelInTime.forecast([series.subarray(0, origin)], levelAsk(origin)))[0]!;
if (isWanted("LevelInTime")) {
  const points = await inTurn(judgedOrigins, levelForecast);
  const laws = judgedOrigins.map(
    (origin) => levelInTime.forecastQuantiles([series.subarray(0, origin)], levelAsk(origin), levels)[0]!,
  );
  rows.push(
    withResiduals("LevelInTime, residuals", await inTurn(calibrationOrigins, levelForecast), points),
    {
      name: "LevelInTime, its own law",
      points,
      law: (window, step) => Float64Array.from(laws[window]!, (row) => row[step]!),
    },
  );
}
if (isWanted("GFlowNet")) rows.push(await generativeRow());
if (isWanted("Pool")) rows.push(await poolRow(Number(values.windows)));

console.log("model | MAE | CRPS | 50 | 80 | 95");
for (const { name, points, law } of rows) {
  let [error, score] = [0, 0];
  const inside = [0, 0, 0];
  judgedOrigins.forEach((origin, w) => {
    const actual = series.subarray(origin, origin + horizon);
    error += mae(points[w]!, actual) / judgedOrigins.length;
    const laws = Array.from(actual, (_, t) => law(w, t));
    laws.forEach((one, t) => (score += crps(one, actual[t]!) / horizon / judgedOrigins.length));
    [0.5, 0.8, 0.95].forEach((width, i) => {
      const end = (level: number): Float64Array =>
        Float64Array.from(laws, (one) => sortedQuantile(one, level));
      const interval = { low: end((1 - width) / 2), high: end((1 + width) / 2), actual };
      inside[i]! += coverage([interval]) / judgedOrigins.length;
    });
  });
  console.log(
    [name, error.toFixed(3), score.toFixed(3), ...inside.map((share) => (100 * share).toFixed(1))].join(
      " | ",
    ),
  );
}
console.log(`${judgedOrigins.length} origins of the ${values.part} part, ${horizon} readings each`);

/** Residuals of the 150 calibration readings whose time ahead is most alike. */
function withResiduals(
  name: string,
  calibration: readonly Float64Array[],
  points: readonly Float64Array[],
): Judged {
  const known = calibrationOrigins
    .flatMap((origin, w) =>
      Array.from(calibration[w]!, (point, t) => ({
        ahead: Math.log(1e-3 + times[origin + t]! - times[origin - 1]!),
        residual: series[origin + t]! - point,
      })),
    )
    .sort((a, b) => a.ahead - b.ahead);
  const size = Math.min(150, known.length);
  return {
    name,
    points,
    law: (window, step) => {
      const origin = judgedOrigins[window]!;
      const ahead = Math.log(1e-3 + times[origin + step]! - times[origin - 1]!);
      const position = known.findIndex((one) => one.ahead >= ahead);
      const middle = position < 0 ? known.length : position;
      const from = Math.min(known.length - size, Math.max(0, middle - size / 2));
      const near = Float64Array.from(known.slice(from, from + size), ({ residual }) => residual).sort();
      return Float64Array.from(levels, (level) => points[window]![step]! + sortedQuantile(near, level));
    },
  };
}

/** The pool as `windage forecast` makes it of irregular readings, weighed by so many windows (3 unless told there). */
async function poolRow(count: number): Promise<Judged> {
  const { ets, mstl } = await loadAugurs();
  const choice = defaultMembers([1], { ets, mstl, irregular: true });
  const members = choice.members.filter(({ name }) => choice.pool.includes(name));
  const forecasts = await inTurn(judgedOrigins, (origin) =>
    forecastSeries([series.subarray(0, origin)], {
      ...levelAsk(origin),
      members,
      windows: { count, step: horizon },
    }),
  );
  const pools = forecasts.map(({ models }) => models.find(({ name }) => name === poolName)!);
  const laws = pools.map((pool) => pool.quantiles(0, levels).values);
  return {
    name: `Pool, ${count} windows`,
    points: pools.map(({ point }) => point[0]!),
    law: (window, step) => Float64Array.from(laws[window]!, (row) => row[step]!),
  };
}

/** The generative forecaster, trained once on the readings before the part; its reference is the last reading. */
async function generativeRow(): Promise<Judged> {
  const settings = resolveSettings({ seed: Number(values.seed), references: ["season"], perAnchor: horizon });
  const until = (end: number) => ({
    horizon,
    periods: [1],
    features: [{ known: [], past: [], times: times.subarray(0, end) }],
  });
  const pasts = await pastsOf([series.subarray(0, begin)], until(begin), settings);
  const forecaster = createForecaster(until(begin), settings);
  const { layout } = forecaster.network;
  await train(forecaster, examplesOf(pasts, layout, settings.perAnchor));
  const whole = { ...pasts.series[0]!, values: series, ask: until(series.length) };
  const drawer = await createDrawer(forecaster, { windows: 8, paths: 100 });
  const situations = judgedOrigins.map((origin) => situationAt(whole, origin, layout, pasts.ratio)!);
  const futures = await drawer.draw(situations, Generator.fromSeed(settings.seed));
  await drawer.dispose();
  const value = (w: number, t: number, level: number): number =>
    situations[w]!.reference[t]! + situations[w]!.unit * futures[w]!.quantile(t, level);
  return {
    name: `GFlowNet, seed ${settings.seed}`,
    points: futures.map((_, w) => Float64Array.from({ length: horizon }, (_step, t) => value(w, t, 0.5))),
    law: (w, t) => Float64Array.from(levels, (level) => value(w, t, level)),
  };
}

function isWanted(name: string): boolean {
  return name.includes(values.only);
}

async function inTurn<T>(origins: readonly number[], forecast: (origin: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const origin of origins) results.push(await forecast(origin));
  return results;
}

function originsBetween(from: number, to: number, step: number): number[] {
  const origins: number[] = [];
  for (let origin = from; origin + horizon <= Math.min(to, series.length); origin += step)
    origins.push(origin);
  return origins;
}
