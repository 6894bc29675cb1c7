/**
 * What the settings of `LevelInTime` were chosen on: the CRPS of its forecasts of the next 16 readings of series that are
 * read at uneven times: `npx tsx bench/forecast/uneven.ts <folder of the data files>`.
 *
 * The folder has `exchange_rate/exchange_rate.txt`, `ett/ETTh1.csv`, `classics/AirPassengers.csv` and
 * `irregular/EPICA_Dome_C_CO2.csv`. Regular series are thinned at random, at a rate that drifts; of EPICA the second and
 * third quarter are forecast, never the last one, which bench/forecast/epica.ts reports. Simulated levels follow trends
 * that last 50, 200 or 800 steps or for ever. Beside each CRPS stands the mean error of repeating the last reading.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { crps } from "../../src/evaluation/forecast/crps.ts";
import { mae } from "../../src/evaluation/forecast/point-errors.ts";
import { levelInTime } from "../../src/forecast/irregular/level-in-time.ts";
import { Generator } from "../../src/random/generator.ts";
import { dataArgument } from "../data-argument.ts";

/** Readings at their times, and the origins that are forecast from. */
interface Uneven {
  readonly group: string;
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly origins: readonly number[];
}

const { positionals } = parseArgs({ allowPositionals: true });
const folder = dataArgument(positionals, "the folder of the data files");
const horizon = 16;
const levels = Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50);
const generator = Generator.fromSeed(1);

const table = async (file: string): Promise<string[][]> =>
  (await readFile(join(folder, file), "utf8"))
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
const column = (rows: readonly string[][], at: number): number[] => rows.map((row) => Number(row.at(at)));

const exchange = await table("exchange_rate/exchange_rate.txt");
const transformer = (await table("ett/ETTh1.csv")).slice(1);
const passengers = column((await table("classics/AirPassengers.csv")).slice(1), -1);
const all: readonly Uneven[] = [
  ...(await earlierEpica()),
  ...exchange[0]!.map((_, i) => thinned("exchange", column(exchange, i), 12, 10)),
  ...[1, 2, 3, 4, 5, 6, 7].map((i) => thinned("ETTh1, days", daily(column(transformer, i)), 1.6, 10)),
  ...[1, 4, 7].map((i) => thinned("ETTh1, hours", column(transformer, i).slice(0, 6000), 12, 8)),
  ...[1, 2, 3].map(() => thinned("AirPassengers", passengers, 1.3, 12)),
  ...[0.02, 0.3].flatMap((wander) =>
    [50, 200, 800, Infinity].map((lasting) => thinned("simulated", simulated(lasting, wander), 8, 8)),
  ),
];

console.log("group | series | forecasts | CRPS of LevelInTime / error of the last reading");
for (const group of new Set(all.map((series) => series.group))) {
  const judged = all.filter((series) => series.group === group).map(judge);
  const mean = Math.exp(judged.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / judged.length);
  const forecasts = judged.reduce((sum, { count }) => sum + count, 0);
  console.log(`${group} | ${judged.length} | ${forecasts} | ${mean.toFixed(4)}`);
}

/** CRPS over the mean error of the last reading, over all origins. */
function judge({ times, values, origins }: Uneven): { ratio: number; count: number } {
  let [score, error] = [0, 0];
  for (const origin of origins) {
    const until = times.subarray(0, origin + horizon);
    const ask = { horizon, periods: [1], features: [{ known: [], past: [], times: until }] };
    const rows = levelInTime.forecastQuantiles([values.subarray(0, origin)], ask, levels)[0]!;
    const actual = values.subarray(origin, origin + horizon);
    actual.forEach((value, t) => {
      score +=
        crps(
          Float64Array.from(rows, (row) => row[t]!),
          value,
        ) / horizon;
    });
    error += mae(new Float64Array(horizon).fill(values[origin - 1]!), actual);
  }
  return { ratio: score / error, count: origins.length };
}

/** About so many origins between two readings. */
function originsBetween(from: number, to: number, count: number): number[] {
  const stride = Math.max(1, Math.floor((to - from - horizon) / count));
  const origins: number[] = [];
  for (let origin = from; origin + horizon <= to; origin += stride) origins.push(origin);
  return origins;
}

/** Readings of a regular series about so many steps apart, sometimes many times closer together or further apart. */
function thinned(group: string, regular: readonly number[], distance: number, count: number): Uneven {
  const kept: number[] = [];
  let [position, drift] = [0, 0];
  while (position < regular.length) {
    const at = Math.floor(position);
    if (at !== kept.at(-1)) kept.push(at);
    drift = 0.97 * drift + 0.25 * generator.normal();
    position += Math.max(1, distance * Math.exp(drift - 0.5) * -Math.log(1 - generator.float64()));
  }
  return {
    group,
    times: Float64Array.from(kept),
    values: Float64Array.from(kept, (at) => regular[at]!),
    origins: originsBetween(Math.floor(0.4 * kept.length), kept.length, count),
  };
}

function simulated(lasting: number, wander: number): number[] {
  const change = 0.03 * Math.sqrt(20 / Math.min(lasting, 200));
  let [level, slope] = [0, 0];
  return Array.from({ length: 3000 }, () => {
    slope = slope * Math.exp(-1 / lasting) + change * generator.normal();
    level += slope + wander * generator.normal();
    return level + generator.normal();
  });
}

function daily(hourly: readonly number[]): number[] {
  return Array.from({ length: Math.floor(hourly.length / 24) }, (_, day) =>
    hourly.slice(24 * day, 24 * day + 24).reduce((sum, value) => sum + value / 24, 0),
  );
}

async function earlierEpica(): Promise<Uneven[]> {
  const rows = await table("irregular/EPICA_Dome_C_CO2.csv");
  const readings = rows
    .slice(rows.findIndex(([first]) => first!.startsWith("Age")) + 1)
    .map(([age, value]) => ({ time: -Number(age), value: Number(value) }))
    .sort((a, b) => a.time - b.time);
  const quarter = Math.floor(readings.length / 4);
  const known = readings.slice(0, 3 * quarter);
  return [1, 2].map((begin) => ({
    group: "EPICA, second and third quarter",
    times: Float64Array.from(known, ({ time }) => time),
    values: Float64Array.from(known, ({ value }) => value),
    origins: originsBetween(begin * quarter, (begin + 1) * quarter, 115),
  }));
}
