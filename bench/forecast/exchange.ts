/**
 * The figures of docs/results/forecasting-series.md on eight daily exchange rates, the last 30 rows, season 5:
 * `npx tsx bench/forecast/exchange.ts <exchange_rate.txt> [--gflownet] [--seed 0] [--weights shared] [--windows 20]`.
 * Settings are the defaults, which were chosen elsewhere, but for the weights and the number of windows, which
 * `bench/forecast/exchange-weights.ts` chose on windows before.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { defaultMembers } from "../../src/forecast/members.ts";
import { forecastSeries } from "../../src/forecast/forecaster.ts";
import { gflownet } from "../../src/forecast/gflownet/member.ts";
import { score } from "../../src/forecast/pool/score.ts";
import type { Weighing } from "../../src/forecast/pool/weigher.ts";
import { loadAugurs } from "../../src/run/forecast/load-augurs.ts";
import { dataArgument } from "../data-argument.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gflownet: { type: "boolean", default: false },
    seed: { type: "string", default: "0" },
    weights: { type: "string", default: "auto" },
    windows: { type: "string", default: "3" },
  },
});
const file = dataArgument(positionals, "the file exchange_rate.txt");
const ask = { horizon: 30, periods: [5] };
const table = (await readFile(file, "utf8"))
  .trim()
  .split("\n")
  .map((line) => line.split(",").map(Number));
const all = table[0]!.map((_, column) => Float64Array.from(table, (row) => row[column]!));
const histories = all.map((one) => one.subarray(0, one.length - ask.horizon));

const { ets, mstl } = await loadAugurs();
const extra = values.gflownet ? { gflownet: gflownet({ seed: Number(values.seed) }) } : {};
const { members: usual, pool } = defaultMembers(ask.periods, { ets, mstl, ...extra });
// Its fits, one for each level and 7,558 rows a series, take longer than everything else together.
const members = usual.filter(({ name }) => name !== "QuantileRegression");
const started = performance.now();
const forecast = await forecastSeries(histories, {
  ...ask,
  members,
  pool,
  weighing: values.weights as Weighing,
  windows: { count: Number(values.windows), step: ask.horizon },
});
console.log("model | MASE | WQL | CRPS | 80 % covers");
for (const model of forecast.models) {
  const { mase, wql, crps, coverage80 } = score(
    histories.map((history, i) => ({
      history,
      actual: all[i]!.subarray(history.length),
      point: model.point[i]!,
      quantiles: (levels) => model.quantiles(i, levels),
    })),
    ask.periods[0]!,
  );
  const cells = [mase.toFixed(3), wql.toFixed(5), crps.toFixed(5), (100 * coverage80).toFixed(1)];
  console.log([model.name, ...cells].join(" | "));
}
const first = forecast.weights.of(0);
const used = forecast.weights.names.flatMap((name, m) =>
  first[m]! > 0 ? [`${name} ${first[m]!.toFixed(2)}`] : [],
);
console.log(`weights of the first series: ${used.join(", ")}`);
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
