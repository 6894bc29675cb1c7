/** Writes what comes out of a comparison into its folder: tables as Markdown, CSV and JSON, and plots. */
import { join } from "node:path";
import { writeDurably, writeJson } from "../../file/durable-write.ts";
import type { JobResult, MetricName } from "../../comparison/job-result.ts";
import { isCurve, plotAgainstCalls, plotAgainstNoise } from "../../comparison/plots.ts";
import { hasOwnNoise } from "../../comparison/plan.ts";
import type { ComparisonFolder } from "./store.ts";
import { summarise } from "../../comparison/summarise.ts";
import type { Comparison } from "../../comparison/summarise.ts";
import { csvCurves, csvTable } from "../../comparison/table-csv.ts";
import { markdownTables } from "../../comparison/table-markdown.ts";

/** Which method the others are held against, and by which metric. */
export interface ReportRequest {
  /** The method that the others are compared with. */
  readonly against: string;
  /** What plots show, and the metric that stands first; the most telling one that is known, unless this is. */
  readonly metric?: MetricName;
}

/** The figures as table.json has them. */
export interface ComparisonDocument extends Comparison {
  readonly task: string;
  readonly calls: number;
  readonly steps: number | null;
  readonly seeds: readonly number[];
  readonly window: number;
  readonly samples: number;
}

/** The files that were written and the document they show. */
export interface ComparisonReport {
  readonly comparison: ComparisonDocument;
  readonly metric: MetricName;
  /** Names of the files that were written. */
  readonly files: readonly string[];
}

export async function reportComparison(
  { folder, plan }: ComparisonFolder,
  results: readonly JobResult[],
  { against, metric: asked }: ReportRequest,
): Promise<ComparisonReport> {
  const labels = plan.methods.map(({ label }) => label);
  const ran = labels.filter((label) => results.some(({ method }) => method === label));
  const figures = summarise(results, { against, methods: ran });
  const { task, calls, steps, seeds, window, samples } = plan;
  const comparison = { task, calls, steps, seeds, window, samples, ...figures };
  const known = asked !== undefined && figures.metrics.includes(asked);
  const metric = known ? asked : (figures.metrics[0] ?? "meanScore");
  const several = plan.noise.length > 1;
  const plots = {
    [`${metric}-vs-calls.svg`]: isCurve(results, metric) ? plotAgainstCalls(results, figures, metric) : null,
    [`${metric}-vs-noise.svg`]: several ? plotAgainstNoise(figures, metric) : null,
    [`${metric}-by-method.svg`]:
      several || isCurve(results, metric) ? null : plotAgainstNoise(figures, metric),
  };
  const texts = {
    "table.md": markdownTables(figures, { primary: metric, ownNoise: hasOwnNoise(plan) }),
    "table.csv": csvTable(figures),
    "curves.csv": csvCurves(results),
    ...Object.fromEntries(Object.entries(plots).map(([name, figure]) => [name, figure?.svg ?? null])),
  };
  const files: string[] = ["table.json"];
  await writeJson(join(folder, "table.json"), comparison);
  for (const [name, text] of Object.entries(texts)) {
    if (text === null) continue;
    await writeDurably(join(folder, name), [text]);
    files.push(name);
  }
  return { comparison, metric, files };
}
