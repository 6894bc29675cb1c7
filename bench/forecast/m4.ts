/**
 * The figures of docs/results/forecasting-m4.md on M4 Hourly:
 * `npx tsx bench/forecast/m4.ts <folder of the M4 files> [--test] [--json] [--gflownet] [--seed 0]
 * [--settings '{"smoothing":0}'] [--weights auto]`.
 * Without `--test` the last 48 values of the training part are held back and scored, which is what settings were
 * chosen on; with it, the competition's test part.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { owa } from "../../src/evaluation/forecast/point-errors.ts";
import { defaultMembers } from "../../src/forecast/members.ts";
import { forecastSeries } from "../../src/forecast/forecaster.ts";
import { gflownet } from "../../src/forecast/gflownet/member.ts";
import { naive2 } from "../../src/forecast/classical/theta.ts";
import { score } from "../../src/forecast/pool/score.ts";
import type { GflownetSettings } from "../../src/forecast/gflownet/settings.ts";
import type { Scores } from "../../src/forecast/pool/score.ts";
import type { Weighing } from "../../src/forecast/pool/weigher.ts";
import { startAugurs } from "../../src/run/forecast/load-augurs.ts";
import { readWideRows } from "./wide-rows.ts";
import { dataArgument } from "../data-argument.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    test: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    ets: { type: "boolean", default: false },
    gflownet: { type: "boolean", default: false },
    seed: { type: "string", default: "0" },
    settings: { type: "string", default: "{}" },
    weights: { type: "string", default: "auto" },
  },
});
const folder = dataArgument(positionals, "the folder with Hourly-train.csv and Hourly-test.csv");
const ask = { horizon: 48, periods: [24, 168] };

const train = await readWideRows(join(folder, "Hourly-train.csv"));
const histories = values.test ? train : train.map((row) => row.subarray(0, row.length - ask.horizon));
const actual = values.test
  ? await readWideRows(join(folder, "Hourly-test.csv"))
  : train.map((row) => row.subarray(row.length - ask.horizon));

const windows = 2;
const augurs = await startAugurs(histories, windows);
const { ets, mstl } = augurs;
const settings = JSON.parse(values.settings) as Partial<GflownetSettings>;
const generative = values.gflownet ? gflownet({ seed: Number(values.seed), ...settings }) : undefined;
const { members, pool } = defaultMembers(ask.periods, {
  mstl,
  ...(values.ets ? { ets } : {}),
  ...(generative ? { gflownet: generative } : {}),
});
const started = performance.now();
const seconds = new Map<string, number>();
let last: { readonly name: string; readonly at: number } | undefined;
const finish = (): void => {
  if (last) seconds.set(last.name, (seconds.get(last.name) ?? 0) + (performance.now() - last.at) / 1000);
};
const forecast = await forecastSeries(
  histories,
  {
    ...ask,
    members,
    pool,
    weighing: values.weights as Weighing,
    windows: { count: windows, step: ask.horizon },
  },
  {
    onStep: (_done, _total, what) => {
      finish();
      last = { name: what.split(",")[0]!, at: performance.now() };
    },
  },
);
finish();
await augurs.dispose();
const total = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const processor = (user + system) / 1e6;

const scores = new Map<string, Scores>();
for (const model of forecast.models) {
  const outcomes = histories.map((history, i) => ({
    history,
    actual: actual[i]!,
    point: model.point[i]!,
    quantiles: (levels: readonly number[]) => model.quantiles(i, levels),
  }));
  scores.set(model.name, score(outcomes, 24));
}
const reference = scores.get(naive2.name)!;
const rows = [...scores].map(([name, measured]) => {
  const more = { name, owa: owa(measured, reference), seconds: seconds.get(name) ?? null };
  return Object.assign(more, measured);
});
if (values.json) {
  console.log(
    JSON.stringify({
      part: values.test ? "test" : "validation",
      seconds: total,
      processorSeconds: processor,
      rows,
    }),
  );
} else {
  const cells = (row: (typeof rows)[number]): string[] => [
    row.name.padEnd(22),
    row.smape.toFixed(3),
    row.mase.toFixed(3),
    row.owa.toFixed(3),
    row.wql.toFixed(4),
    row.scaledWql.toFixed(3),
    row.msis95.toFixed(2),
    ...[row.coverage50, row.coverage80, row.coverage90, row.coverage95].map((c) => (100 * c).toFixed(1)),
    row.seconds === null ? "–" : row.seconds.toFixed(1),
  ];
  console.log(
    ["model", "sMAPE", "MASE", "OWA", "WQL", "scaled", "MSIS", "50", "80", "90", "95", "s"].join(" | "),
  );
  for (const row of rows) console.log(cells(row).join(" | "));
  console.log(
    `${histories.length} series, ${values.test ? "test part" : "validation"}, ${total.toFixed(1)} s, ${processor.toFixed(0)} s of processor time`,
  );
}
