/** One of everything that a report can be about, made in seconds: with names that nobody should ever have to read. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareJob } from "../src/job/compare/compare-job.ts";
import { forecastJob } from "../src/job/forecast/forecast-job.ts";
import { trainJob } from "../src/job/train/train-job.ts";
import { dailySales, datedRows } from "../src/run/forecast/small-job.fixture.ts";
import { holdProject } from "../src/run/project/hold-project.ts";
import { tellProject } from "../src/run/project/tell-project.ts";
import { makeSmallProject } from "../src/run/project/project.fixture.ts";

/** A name that is markup, reads from right to left, and is long. */
export const hostileName = `</text></svg><script>alert(1)</script>"'&שלום\u202E${"long ".repeat(40)}`;

const small = {
  onPolicy: 8,
  hidden: 8,
  layers: 1,
  samples: 64,
  evaluateEvery: 5,
  iterations: 20,
} as const;

/** The folders of a run on a table, one on a grid, one past enumeration, a forecast, a comparison and a project. */
export async function everyReport(root: string): Promise<Readonly<Record<string, string>>> {
  const runs = join(root, "runs");
  mkdirSync(root, { recursive: true });
  const scores = join(root, "scores.csv");
  writeFileSync(scores, "sequence,score\nAAC,1\nACG,2\nTTT,3\n");
  const table = { oracleCsv: scores, alphabet: "ACGT", missing: 0.1 };
  const trained = async (settings: Parameters<typeof trainJob>[0]): Promise<string> =>
    (await trainJob({ ...small, ...settings, runs }).result).run.folder;
  const sales = join(root, "sales.csv");
  const named = hostileName.replaceAll('"', '""');
  writeFileSync(sales, `date,"${named}"\n${datedRows(dailySales(1, 60)).join("\n")}\n`);
  const forecast = await forecastJob({
    file: sales,
    horizon: 3,
    root: runs,
    windows: 3,
    given: "sum(y) > 330",
  }).result;
  const comparison = await compareJob({
    ...table,
    methods: ["random", { label: hostileName.slice(0, 40), method: "mh", chains: 4 }],
    noise: [0.25],
    seeds: 2,
    calls: 300,
    points: 2,
    samples: 32,
    parallel: 1,
    out: join(root, "comparison"),
  }).result;
  const project = join(root, "plate");
  await makeSmallProject(project);
  await holdProject(project, (held) => tellProject(held, `${project}-results.csv`, {}));
  return {
    table: await trained({ ...table, task: "scores", betaRange: [1, 2] }),
    sequences: await trained({ ...table, task: "scores", lookAhead: 2 }),
    grid: await trained({ task: "grid", side: 6 }),
    chain: await trained({ task: "chain", length: 20 }),
    forecast: forecast.run.folder,
    comparison: comparison.folder,
    project,
  };
}
