/**
 * What each part of the generative forecaster is worth, on the last 48 values of M4 Hourly's training part (the test
 * part is never read): `npx tsx bench/forecast-ablations.ts <folder of the M4 files> [--iterations 500] [--only text]`.
 * Every row is one network trained at one origin and judged at the next; the calibrations learn from the window between.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { owa } from "../src/evaluation/index.ts";
import { forecastSeries, gflownet, gflownetName, naive2, poolName, score } from "../src/forecast/index.ts";
import type { GflownetSettings } from "../src/forecast/index.ts";
import { readWideRows } from "./wide-rows.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    iterations: { type: "string", default: "500" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "0" },
  },
});
const folder = positionals[0];
if (folder === undefined) {
  console.error("bench/forecast-ablations.ts: expected the folder with Hourly-train.csv.");
  process.exit(2);
}
const ask = { horizon: 48, periods: [24, 168] };
const train = await readWideRows(join(folder, "Hourly-train.csv"));
const histories = train.map((row) => row.subarray(0, row.length - ask.horizon));
const base = { seed: Number(values.seed), iterations: Number(values.iterations) };

const rows: readonly (readonly [string, Partial<GflownetSettings>])[] = [
  ["as it is", {}],
  ["reference: last season, no other", { references: ["season"] }],
  [
    "reference: last season, regressions seen",
    { references: ["season", "logarithms", "levels", "differences"] },
  ],
  ["64 bins", { bins: 64 }],
  ["no ordinal smoothing", { smoothing: 0 }],
  ["smoothing of 3 bins", { smoothing: 3 }],
  ["linear encoder", { encoder: "linear" }],
  ["direct head, absolute error", { head: "absolute" }],
  ["direct head, squared error", { head: "square" }],
  ["calibration by thoughts", { calibration: "thoughts" }],
];

const actual = train.map((row) => row.subarray(row.length - ask.horizon));
console.log("variant | sMAPE | MASE | OWA | WQL | scaled | 50 | 80 | 90 | 95 | s");
for (const [name, settings] of rows) {
  if (!name.includes(values.only)) continue;
  const started = performance.now();
  const forecast = await forecastSeries(histories, {
    ...ask,
    members: [naive2, gflownet({ ...base, ...settings })],
    pool: [gflownetName],
    windows: { count: 1, step: ask.horizon },
  });
  const seconds = (performance.now() - started) / 1000;
  const scoreOf = (model: string) => {
    const made = forecast.models.find((one) => one.name === model)!;
    return score(
      histories.map((history, i) => ({
        history,
        actual: actual[i]!,
        point: made.point[i]!,
        quantiles: (levels: readonly number[]) => made.quantiles(i, levels),
      })),
      24,
    );
  };
  const reference = scoreOf(naive2.name);
  // A pool of this one member is its forecast with the residuals of its backtest around it; a direct head has no law.
  const isDirect = settings.head !== undefined;
  const shown: (readonly [string, string])[] = isDirect ? [] : [[name, gflownetName]];
  if (isDirect) shown.push([`${name}, pooled residuals`, poolName]);
  if (name === "as it is") shown.push(["calibration by pooled residuals", poolName]);
  for (const [label, model] of shown) {
    const scores = scoreOf(model);
    const shares = [scores.coverage50, scores.coverage80, scores.coverage90, scores.coverage95];
    console.log(
      [
        label,
        scores.smape.toFixed(3),
        scores.mase.toFixed(3),
        owa(scores, reference).toFixed(4),
        scores.wql.toFixed(4),
        scores.scaledWql.toFixed(3),
        ...shares.map((share) => (100 * share).toFixed(1)),
        seconds.toFixed(0),
      ].join(" | "),
    );
  }
}
