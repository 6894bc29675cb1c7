/**
 * A comparison as comma-separated values (RFC 4180): one row per noise level, method and metric, for programs. Labels
 * are written as they are, so that they can be joined with other files; a spreadsheet may take one for a formula.
 */
import { metricFacts } from "./metrics.ts";
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
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}
