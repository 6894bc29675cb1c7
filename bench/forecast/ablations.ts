/**
 * What each part of the generative forecaster is worth, on the last 48 values of M4 Hourly's training part (the test
 * part is never read): `npx tsx bench/forecast/ablations.ts <folder of the M4 files> [--iterations 1500] [--only text]`.
 * Every row is one network, trained on what was before and judged there; a direct head has no law and no coverage.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { owa } from "../../src/evaluation/forecast/point-errors.ts";
import { gflownet } from "../../src/forecast/gflownet/member.ts";
import { naive2 } from "../../src/forecast/classical/theta.ts";
import { score } from "../../src/forecast/pool/score.ts";
import type { GflownetSettings } from "../../src/forecast/gflownet/settings.ts";
import { readWideRows } from "./wide-rows.ts";
import { dataArgument } from "../data-argument.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    iterations: { type: "string", default: "1500" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "0" },
  },
});
const folder = dataArgument(positionals, "the folder with Hourly-train.csv");
const ask = { horizon: 48, periods: [24, 168] };
const train = await readWideRows(join(folder, "Hourly-train.csv"));
const histories = train.map((row) => row.subarray(0, row.length - ask.horizon));
const base = { seed: Number(values.seed), iterations: Number(values.iterations) };
const regressions = ["logarithms", "levels", "differences"] as const;

const rows: readonly (readonly [string, Partial<GflownetSettings>])[] = [
  ["as it is", {}],
  ["reference: last season, no other", { references: ["season"] }],
  ["reference: last season, regressions seen", { references: ["season", ...regressions] }],
  ["no ordinal smoothing", { smoothing: 0 }],
  ["linear encoder", { encoder: "linear" }],
  ["direct head, absolute error", { head: "absolute" }],
  ["direct head, squared error", { head: "square" }],
  ["64 bins", { bins: 64 }],
  ["1,024 bins", { bins: 1024 }],
];

const scoreOf = (
  point: readonly Float64Array[],
  quantiles: (i: number, levels: readonly number[]) => readonly Float64Array[],
) =>
  score(
    histories.map((history, i) => ({
      history,
      actual: train[i]!.subarray(history.length),
      point: point[i]!,
      quantiles: (levels) => ({ levels, values: quantiles(i, levels) }),
    })),
    24,
  );
const sure = (point: readonly Float64Array[]) => scoreOf(point, (i, levels) => levels.map(() => point[i]!));
const reference = sure(await naive2.forecast(histories, ask));

console.log("variant | sMAPE | MASE | OWA | WQL | scaled | 50 | 80 | 90 | 95 | s of processor time");
for (const [name, settings] of rows) {
  if (!name.includes(values.only)) continue;
  const started = process.cpuUsage();
  const member = gflownet({ ...base, ...settings });
  const point = await member.forecast(histories, ask);
  const used = process.cpuUsage(started);
  const known = new Map<string, ReturnType<typeof member.forecastQuantiles>>();
  const all = (levels: readonly number[]): ReturnType<typeof member.forecastQuantiles> => {
    const made = known.get(levels.join()) ?? member.forecastQuantiles(histories, ask, levels);
    known.set(levels.join(), made);
    return made;
  };
  const isDirect = settings.head !== undefined;
  const scores = isDirect ? sure(point) : scoreOf(point, (i, levels) => all(levels)[i]!);
  const law = [
    scores.wql.toFixed(4),
    scores.scaledWql.toFixed(3),
    ...[scores.coverage50, scores.coverage80, scores.coverage90, scores.coverage95].map((share) =>
      (100 * share).toFixed(1),
    ),
  ];
  const cells = [
    name,
    scores.smape.toFixed(3),
    scores.mase.toFixed(3),
    owa(scores, reference).toFixed(3),
    ...(isDirect ? law.map(() => "–") : law),
    ((used.user + used.system) / 1e6).toFixed(0),
  ];
  console.log(cells.join(" | "));
}
