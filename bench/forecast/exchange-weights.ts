/**
 * Whose backtests should weigh the pool on eight daily exchange rates, and how many? Judged on 40 windows of 30 rows that
 * end where the reported one begins, each weighed by the windows before it alone; the last 30 rows are never read:
 * `npx tsx bench/forecast/exchange-weights.ts <exchange_rate.txt>`. ETS, MSTL and the quantile regression are left out,
 * since 60 windows of them take long; Theta stands in for MSTL.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { mae } from "../../src/evaluation/forecast/point-errors.ts";
import { backtest } from "../../src/forecast/pool/backtest.ts";
import { defaultMembers } from "../../src/forecast/members.ts";
import { poolForecasts } from "../../src/forecast/pool/pool.ts";
import { sharedShare, weigher } from "../../src/forecast/pool/weigher.ts";
import type { Weighing } from "../../src/forecast/pool/weigher.ts";
import { scaleOf } from "../../src/forecast/pool/score.ts";
import { dataArgument } from "../data-argument.ts";

const judged = 40;
const most = 20;
const ask = { horizon: 30, periods: [5] };
const file = dataArgument(parseArgs({ allowPositionals: true }).positionals, "the file exchange_rate.txt");
const table = (await readFile(file, "utf8"))
  .trim()
  .split("\n")
  .slice(0, -ask.horizon)
  .map((line) => line.split(",").map(Number));
const histories = table[0]!.map((_, column) => Float64Array.from(table, (row) => row[column]!));
const { members: usual, pool } = defaultMembers(ask.periods);
const members = usual.filter(({ name }) => name !== "QuantileRegression");
const all = members.map(({ name }) => name);
const windows = await backtest(members, histories, ask, { count: judged + most, step: ask.horizon });

/** MASE of each judged window, weighed by so many windows before it; `own` members are those that own backtests choose among. */
function rolling(weighing: Weighing, own: readonly string[], count: number): number[] {
  const weighed = { weighing, names: all, own, season: ask.periods[0]! };
  return windows.slice(most).map((window, k) => {
    const weightsOf = weigher(weighed, windows.slice(most + k - count, most + k));
    const points = poolForecasts(all, window.forecasts, window.histories, (i) =>
      weightsOf(window.series[i]!),
    );
    const errors = points.map(
      (point, i) => mae(point, window.actual[i]!) / scaleOf(window.histories[i]!, ask.periods[0]!),
    );
    return errors.reduce((sum, error) => sum + error, 0) / errors.length;
  });
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
const usualPool = rolling("own", pool, 3);
console.log("pool or member | MASE | minus the usual pool | standard error");
const show = (name: string, scores: readonly number[]): void => {
  const differences = scores.map((score, i) => score - usualPool[i]!);
  const centre = mean(differences);
  const error = Math.sqrt(mean(differences.map((one) => (one - centre) ** 2)) / (judged - 1));
  console.log([name, mean(scores).toFixed(4), centre.toFixed(4), error.toFixed(4)].join(" | "));
};
for (const name of all) show(name, rolling("own", [name], 1));
for (const count of [3, 10, 20]) {
  show(`own weights, usual members, ${count} windows`, rolling("own", pool, count));
  show(`own weights, all members, ${count} windows`, rolling("own", all, count));
  show(`shared weights, all members, ${count} windows`, rolling("shared", all, count));
  show(`auto, ${count} windows`, rolling("auto", pool, count));
  const weighed = { weighing: "auto", names: all, own: pool, season: ask.periods[0]! } as const;
  const taken = windows
    .slice(most)
    .map((_, k) => sharedShare(weighed, windows.slice(most + k - count, most + k)));
  console.log(`its mean share of shared weights: ${mean(taken).toFixed(2)}`);
}
