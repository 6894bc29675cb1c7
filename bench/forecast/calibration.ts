/**
 * Three ways to the intervals of the generative forecaster, on the last 48 values of M4 Hourly's training part (the test
 * part is never read): its own law, its levels corrected by P̂(real | step, thought), and its median with pooled residuals.
 * `npx tsx bench/forecast/calibration.ts <folder of the M4 files> [--iterations 1500] [--every 1] [--seed 0]`.
 * Corrections and residuals come from the two windows before; both networks are the same one, trained twice.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { forecastSeries } from "../../src/forecast/forecaster.ts";
import { gflownet } from "../../src/forecast/gflownet/member.ts";
import { score } from "../../src/forecast/pool/score.ts";
import type { Member, PointForecasts } from "../../src/forecast/member.ts";
import { dataArgument } from "../data-argument.ts";
import { readWideRows } from "./wide-rows.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    iterations: { type: "string", default: "1500" },
    every: { type: "string", default: "1" },
    seed: { type: "string", default: "0" },
  },
});
const folder = dataArgument(positionals, "the folder with Hourly-train.csv");
const ask = { horizon: 48, periods: [24, 168] };
const all = await readWideRows(join(folder, "Hourly-train.csv"));
const train = all.filter((_, i) => i % Number(values.every) === 0);
const histories = train.map((row) => row.subarray(0, row.length - ask.horizon));
const settings = { seed: Number(values.seed), iterations: Number(values.iterations) };

const own = gflownet(settings);
const made = new Map<readonly Float64Array[], PointForecasts>();
const members: readonly Member[] = [
  {
    ...own,
    name: "its own law",
    async forecast(given, asked, watch) {
      const points = await own.forecast(given, asked, watch);
      made.set(given, points);
      return points;
    },
  },
  { name: "its median with pooled residuals", forecast: (given) => made.get(given)! },
  { ...gflownet({ ...settings, calibration: "thoughts" }), name: "calibrated by thoughts" },
];
const forecast = await forecastSeries(histories, {
  ...ask,
  members,
  windows: { count: 2, step: ask.horizon },
});
console.log("law | CRPS | WQL | scaled | MSIS | 50 | 80 | 90 | 95");
for (const model of forecast.models.slice(0, members.length)) {
  const scores = score(
    histories.map((history, i) => ({
      history,
      actual: train[i]!.subarray(history.length),
      point: model.point[i]!,
      quantiles: (levels) => model.quantiles(i, levels),
    })),
    24,
  );
  const { crps, wql, scaledWql, msis95, coverage50, coverage80, coverage90, coverage95 } = scores;
  const cells = [crps.toFixed(1), wql.toFixed(4), scaledWql.toFixed(3), msis95.toFixed(2)];
  const covered = [coverage50, coverage80, coverage90, coverage95].map((share) => (100 * share).toFixed(1));
  console.log([model.name, ...cells, ...covered].join(" | "));
}
console.log(`${train.length} series, seed ${values.seed}, ${values.iterations} updates`);
