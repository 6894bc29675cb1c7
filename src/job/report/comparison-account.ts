/** The account of a comparison, as far as it has come. */
import type { DrawOptions } from "../../figure/figures.ts";
import { isCurve, plotAgainstCalls, plotAgainstNoise } from "../../comparison/plots.ts";
import { limitLabels, metricFacts } from "../../comparison/metrics.ts";
import { readComparison } from "../../run/comparison/read-comparison.ts";
import type { Comparison } from "../../comparison/summarise.ts";
import { counted, grouped } from "../../number-words.ts";
import { shellWord } from "../../shell-word.ts";
import { windageVersion } from "../../file/windage-version.ts";
import type { Account, AccountTable, Picture } from "./account.ts";

const mostMetrics = 4;

/** Reads a comparison from its folder. */
export async function comparisonAccount(folder: string): Promise<Account> {
  const { plan, results, unfinished, table, folder: path } = await readComparison(folder);
  const metrics = table?.metrics.slice(0, mostMetrics) ?? [];
  const pictures = metrics.flatMap((metric): Picture[] => {
    if (table === null) return [];
    const plots = [
      [
        `${metric}-vs-calls`,
        (options?: DrawOptions) =>
          isCurve(results, metric) ? plotAgainstCalls(results, table, metric, options) : null,
      ],
      [
        table.alphas.length > 1 ? `${metric}-vs-noise` : `${metric}-by-method`,
        (options?: DrawOptions) => plotAgainstNoise(table, metric, options),
      ],
    ] as const;
    return plots.flatMap(([name, draw]) =>
      draw() === null ? [] : [{ name, draw: (options) => draw(options)! }],
    );
  });
  const { task, methods, noise, seeds, calls } = plan;
  return {
    kind: "comparison",
    folder: path,
    title: `Windage comparison on ${task}`,
    headline: table === null ? "No method has finished yet." : headlineOf(table),
    words: [
      `${counted(methods.length, "method")} × ${counted(noise.length, "noise level")} × ${counted(seeds.length, "seed")}, ${grouped(calls)} oracle calls each.`,
    ],
    warnings: [
      ...(unfinished.length === 0
        ? []
        : [
            `${counted(unfinished.length, "run")} of ${unfinished.length + results.length} have no result yet.`,
          ]),
      ...unfinished.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
      ...(seeds.length < 2
        ? ["One seed gives no intervals, so differences cannot be told from chance."]
        : []),
    ],
    tables: table === null ? [] : metrics.map((metric) => tableOf(table, metric)),
    pictures,
    settings: [
      ["task", task],
      ["methods", methods.map(({ label }) => label).join(", ")],
      ["noise α", noise.join(", ")],
      ["seeds", seeds.join(", ")],
      ["oracle calls", grouped(calls)],
      ["samples", grouped(plan.samples)],
      ["window", grouped(plan.window)],
    ],
    command: `windage compare --resume ${shellWord(path)}`,
    versions: [["windage", windageVersion()]],
  };
}

/** Which method is ahead by the metric that tells most, and whether that can be told from chance. */
function headlineOf({ metrics, cells, alphas, against }: Comparison): string {
  const [metric] = metrics;
  if (metric === undefined) return "Nothing was measured.";
  const { title, better } = metricFacts[metric];
  const alpha = alphas[0]!;
  const known = cells.filter((cell) => cell.metric === metric && cell.alpha === alpha && cell.value !== null);
  const best = known.toSorted((a, b) => (a.value!.mean - b.value!.mean) * (better === "lower" ? 1 : -1))[0];
  if (best === undefined) return "Nothing was measured.";
  const verdict =
    best.method === against || best.difference === null
      ? ""
      : best.difference.verdict === "unclear"
        ? `, which cannot be told from ${against} by these seeds`
        : `, ${best.difference.verdict} than ${against} beyond chance`;
  return `Best by ${title} at noise α = ${alpha}: ${best.method} with ${best.value!.mean.toPrecision(3)}${verdict}.`;
}

function tableOf(
  { cells, methods, alphas, limits }: Comparison,
  metric: Comparison["metrics"][number],
): AccountTable {
  const { title, explanation, limit } = metricFacts[metric];
  const written = (value: number): string => value.toPrecision(3);
  const rows = methods.map((method) => [
    method,
    ...alphas.map((alpha) => {
      const cell = cells.find((one) => one.method === method && one.alpha === alpha && one.metric === metric);
      const value = cell?.value;
      if (value === undefined || value === null) return "–";
      return value.low === null || value.high === null
        ? written(value.mean)
        : `${written(value.mean)} (${written(value.low)} to ${written(value.high)})`;
    }),
  ]);
  const best = alphas.map((alpha) => limits.find((one) => one.alpha === alpha)?.values[metric]);
  return {
    title: `${title[0]!.toUpperCase()}${title.slice(1)}`,
    columns: [{ name: "method" }, ...alphas.map((alpha) => ({ name: `α = ${alpha}`, isNumber: true }))],
    rows: best.some((value) => value !== undefined)
      ? [
          ...rows,
          [
            limitLabels[limit === "bound" ? "bound" : "at-optimum"],
            ...best.map((value) => (value === undefined ? "–" : written(value))),
          ],
        ]
      : rows,
    note: `${explanation} In brackets: 95 % intervals over seeds.`,
  };
}
