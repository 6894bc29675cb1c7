/**
 * A comparison as comma-separated values (RFC 4180), for programs: one row per noise level, method and metric; and what
 * was measured on the way, one row per run and point with a column per metric, errors of estimates among them. Labels are written as they are, so that they can be joined with other files; a spreadsheet may take one for a formula.
 */
import { metricFacts, metricNames, metricValue } from "./metrics.ts";
import type { JobResult } from "./job-result.ts";
import type { Comparison } from "./summarise.ts";

const header = [
  "alpha",
  "method",
  "metric",
  "better",
  "mean",
  "low",
  "high",
  "half",
  "count",
  "missing",
  "limit",
  "against",
  "difference",
  "difference_low",
  "difference_high",
  "pairs",
  "verdict",
  "seeds",
  "oracle_calls",
  "environment_steps",
  "iterations",
  "seconds",
];

function field(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

function linesOf(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** What runs measured on the way, by calls; null where nothing was measured before the end. */
export function csvCurves(results: readonly JobResult[]): string | null {
  const onTheWay = results.flatMap(({ curve }) => curve.slice(0, -1));
  const metrics = metricNames.filter((name) =>
    onTheWay.some((point) => metricValue(name, point.metrics) !== null),
  );
  if (metrics.length === 0) return null;
  const inOrder = [...results].sort(
    (a, b) => a.alpha - b.alpha || (a.method < b.method ? -1 : a.method > b.method ? 1 : a.seed - b.seed),
  );
  const rows = inOrder.flatMap(({ alpha, method, seed, curve }) =>
    curve.map((point) => [
      alpha,
      method,
      seed,
      point.oracleCalls,
      point.environmentSteps,
      ...metrics.map((name) => metricValue(name, point.metrics)),
    ]),
  );
  return linesOf([["alpha", "method", "seed", "oracle_calls", "environment_steps", ...metrics], ...rows]);
}

/** The whole comparison, with a header line; lines end as the standard wants them. */
export function csvTable(comparison: Comparison): string {
  const rows = comparison.cells.map(({ alpha, method, metric, value, missing, difference }) => {
    const spent = comparison.spent.find((line) => line.alpha === alpha && line.method === method);
    const limit = comparison.limits.find((line) => line.alpha === alpha)?.values[metric];
    return [
      alpha,
      method,
      metric,
      metricFacts[metric].better,
      value?.mean,
      value?.low,
      value?.high,
      value?.half,
      value?.count ?? 0,
      missing,
      limit,
      comparison.against,
      difference?.mean,
      difference?.low,
      difference?.high,
      difference?.count ?? 0,
      difference?.verdict,
      spent?.seeds,
      spent?.oracleCalls,
      spent?.environmentSteps,
      spent?.iterations,
      spent?.seconds,
    ];
  });
  return linesOf([header, ...rows]);
}
