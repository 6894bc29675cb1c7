/**
 * The pool with plain defaults on nine classic sets beside what others are published with:
 * `npx tsx bench/forecast/classics.ts <folder of the files> [--only "M1 yearly"] [--fresh]`.
 * Each set is forecast as `windage forecast` does it (the train file, the horizon, nothing else) and scored against the test
 * file. A line as each set ends; those that this code has scored before are taken from `--kept` (a file of lines) as they were.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readSeries } from "../../src/forecast/series/read-series.ts";
import { score } from "../../src/forecast/pool/score.ts";
import { forecastRun } from "../../src/run/forecast/forecast-run.ts";
import { dataArgument } from "../data-argument.ts";
import { columns, sets } from "./classics-published.ts";
import type { ClassicSet } from "./classics-published.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    fresh: { type: "boolean", default: false },
    kept: { type: "string", default: join(tmpdir(), "windage-classics.jsonl") },
  },
});
const folder = dataArgument(positionals, "the folder with M1_yearly_train.csv, M1_yearly_test.csv and so on");

/** What came out for one set; seconds of the clock and of processors, reading and writing included. */
interface Row {
  readonly code: string;
  readonly name: string;
  readonly series: number;
  readonly mase: number;
  readonly wql: number;
  readonly coverage80: number;
  readonly coverage95: number;
  readonly seconds: number;
  readonly processor: number;
}

/** The digest of everything that forecasts. */
const code = ["forecast", "run/forecast", "evaluation/forecast"]
  .flatMap((room) =>
    readdirSync(join("src", room), { recursive: true, encoding: "utf8" }).map((file) =>
      join("src", room, file),
    ),
  )
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .sort()
  .reduce((hash, file) => hash.update(readFileSync(file)), createHash("sha256"))
  .digest("hex");
const kept: readonly Row[] =
  values.fresh || !existsSync(values.kept)
    ? []
    : readFileSync(values.kept, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Row);

async function scored({ name, file, horizon, season }: ClassicSet): Promise<Row> {
  const root = mkdtempSync(join(tmpdir(), "windage-classics-"));
  const began = { wall: performance.now(), cpu: process.cpuUsage() };
  try {
    const { table, histories, forecast } = await forecastRun({
      file: join(folder, `${file}_train.csv`),
      horizon,
      root,
    });
    const { user, system } = process.cpuUsage(began.cpu);
    const seconds = (performance.now() - began.wall) / 1000;
    const test = join(folder, `${file}_test.csv`);
    const came = new Map(
      readSeries(readFileSync(test, "utf8"), test).series.map(({ id, values: y }) => [id, y]),
    );
    const pool = forecast.models.find((model) => model.name === "Pool")!;
    const outcomes = table.series.map(({ id }, i) => ({
      history: histories[i]!,
      actual: came.get(id)!.subarray(0, horizon),
      point: pool.point[i]!,
      quantiles: (levels: readonly number[]) => pool.quantiles(i, levels),
    }));
    const { mase, wql, coverage80, coverage95 } = score(outcomes, season);
    const processor = (user + system) / 1e6;
    return { code, name, series: outcomes.length, mase, wql, coverage80, coverage95, seconds, processor };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const three = (value: number): string => value.toFixed(3);
const four = (value: number): string => value.toFixed(4);
const pair = ([mase, wql]: readonly [number, number]): string => `${three(mase)}/${four(wql)}`;
const percent = (share: number): string => (100 * share).toFixed(0);

console.log(["set", "series", ...columns, "Windage", "80 %", "95 %", "seconds", "processor"].join(" | "));
const ratios: (readonly [number, number])[] = [];
for (const set of sets) {
  if (values.only !== undefined && !set.name.includes(values.only)) continue;
  const known = kept.find((row) => row.code === code && row.name === set.name);
  const row = known ?? (await scored(set));
  if (!known) appendFileSync(values.kept, `${JSON.stringify(row)}\n`);
  const [[naiveMase, naiveWql] = [NaN, NaN]] = set.published;
  ratios.push([row.mase / naiveMase, row.wql / naiveWql]);
  const own = [pair([row.mase, row.wql]), percent(row.coverage80), percent(row.coverage95)];
  const times = [row.seconds.toFixed(1), row.processor.toFixed(1)];
  console.log([set.name, row.series, ...set.published.map(pair), ...own, ...times].join(" | "));
}
const mean = (of: readonly number[]): number =>
  Math.exp(of.reduce((sum, ratio) => sum + Math.log(ratio) / of.length, 0));
const used = sets.filter(({ name }) => values.only === undefined || name.includes(values.only));
const published = columns.map((_, c) =>
  [0, 1].map((k) => mean(used.map((set) => set.published[c]![k]! / set.published[0]![k]!))),
);
const ours = [0, 1].map((k) => mean(ratios.map((both) => both[k]!)));
const shown = [...published, ours].map(([mase, wql]) => `${three(mase!)}/${three(wql!)}`);
console.log(["geometric mean against seasonal naive", "", ...shown].join(" | "));
