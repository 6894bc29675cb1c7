/**
 * The figures of a comparison: a metric against oracle calls, one panel per noise level, and a metric against noise,
 * both with the limit drawn in. What is drawn is decided here; how, in `src/figure/`.
 */
import { meanInterval } from "../evaluation/sample/intervals.ts";
import type { MeanInterval } from "../evaluation/sample/intervals.ts";
import { extent } from "../figure/draw/extent.ts";
import type { LinePoint } from "../figure/draw/lines.ts";
import type { DrawOptions } from "../figure/draw/sheet.ts";
import type { Figure } from "../figure/figure.ts";
import { comparisonFigure } from "../figure/kind/comparison.ts";
import type { JobResult, MetricName } from "./job-result.ts";
import { limitLabels, metricFacts, metricValue } from "./metrics.ts";
import type { Comparison } from "./summarise.ts";

/** What the dashed line is called. */
function limitLabelOf(metric: MetricName): string {
  return limitLabels[metricFacts[metric].limit === "bound" ? "bound" : "at-optimum"];
}

type Interval = Pick<MeanInterval, "mean" | "low" | "high">;
type Place = readonly [x: number, y: number];

/** A job's metric along the way, ending with the figure at its end. */
function curveOf(job: JobResult, metric: MetricName): readonly Place[] {
  const places = job.curve.flatMap(({ oracleCalls, metrics }): Place[] => {
    const value = metricValue(metric, metrics);
    return value === null ? [] : [[oracleCalls, value]];
  });
  const last = metricValue(metric, job.metrics);
  const done = places.at(-1)?.[0] ?? -1;
  return last === null || job.oracleCalls <= done ? places : [...places, [job.oracleCalls, last]];
}

function interpolated(curve: readonly Place[], x: number): number {
  const next = curve.findIndex(([at]) => at >= x);
  const [x1, y1] = curve[next] ?? curve.at(-1)!;
  const [x0, y0] = curve[Math.max(0, next - 1)]!;
  return x1 > x0 && next > 0 ? y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) : y1;
}

/** A mean with its interval as far as values can lie: what sticks out of that would only squeeze everything else. */
function drawn(
  metric: MetricName,
  x: number,
  { mean, low, high }: Interval,
  error: number | null = null,
): LinePoint {
  const { most = Number.POSITIVE_INFINITY } = metricFacts[metric];
  const within = (value: number | null): number | null =>
    value === null ? null : Math.min(most, Math.max(0, value));
  return {
    x,
    y: mean,
    low: within(low),
    high: within(high),
    ...(error === null ? {} : { bar: [mean - error, mean + error] as const }),
  };
}

/** The standard error of a mean of estimates that each have one, apart from how seeds differ. */
function errorAt(curves: readonly (readonly Place[])[], x: number): number | null {
  if (curves.length === 0 || curves.some((curve) => curve.length === 0)) return null;
  return Math.hypot(...curves.map((curve) => interpolated(curve, x))) / curves.length;
}

/** The mean curve of several seeds where all of them have one; seeds need not have been measured at the same calls. */
function meanCurve(metric: MetricName, jobs: readonly JobResult[]): readonly LinePoint[] {
  const withCurve = jobs.filter((job) => curveOf(job, metric).length > 0);
  if (withCurve.length === 0) return [];
  const known = withCurve.map((job) => curveOf(job, metric));
  const { error } = metricFacts[metric];
  const errors = error === undefined ? [] : withCurve.map((job) => curveOf(job, error));
  const from = Math.max(...known.map((curve) => curve[0]![0]));
  const to = Math.min(...known.map((curve) => curve.at(-1)![0]));
  const inside = known[0]!.map(([x]) => x).filter((x) => x >= from && x < to);
  return [...inside, ...(to >= from ? [to] : [])].map((x) =>
    drawn(metric, x, meanInterval(known.map((curve) => interpolated(curve, x))), errorAt(errors, x)),
  );
}

function seedsText(comparison: Comparison): string {
  const most = Math.max(0, ...comparison.spent.map(({ seeds }) => seeds));
  return most > 1 ? `Means of ${most} seeds with 95 % intervals` : "One seed, hence no intervals";
}

function limitOf(comparison: Comparison, alpha: number, metric: MetricName): number | undefined {
  return comparison.limits.find((limit) => limit.alpha === alpha)?.values[metric];
}

/** The metric against oracle calls, a panel per noise level; null when no job has it. */
export function plotAgainstCalls(
  results: readonly JobResult[],
  comparison: Comparison,
  metric: MetricName,
  options: DrawOptions = {},
): Figure | null {
  const { title, axis } = metricFacts[metric];
  const panels = comparison.alphas.map((alpha) => {
    const series = comparison.methods.map((method) => {
      const jobs = results
        .filter((job) => job.alpha === alpha && job.method === method)
        .sort((a, b) => a.seed - b.seed);
      return { name: method, points: meanCurve(metric, jobs) };
    });
    const shown = series.filter(({ points }) => points.length > 0);
    const calls = shown.flatMap(({ points }) => points.map(({ x }) => x));
    const y = limitOf(comparison, alpha, metric);
    // A limit of 0 is the axis itself, or out of sight on a logarithmic one.
    const limit =
      y === undefined || y === 0 || calls.length === 0 ? [] : extent(calls).map((x) => ({ x, y }));
    return { title: `noise α = ${alpha}`, log: axis === "log", series: shown, limit };
  });
  if (panels.every(({ series }) => series.length === 0)) return null;
  const hasBars = panels.some(({ series }) => series.some(({ points }) => points.some(({ bar }) => bar)));
  return comparisonFigure(
    {
      metric: title,
      explanation: explanation(metric),
      note: `${seedsText(comparison)}${hasBars ? "; bars: ± one standard error of the estimate" : ""}`,
      against: "oracle calls",
      limitName: limitLabelOf(metric),
      panels,
    },
    options,
  );
}

/** The metric at the end against noise; with a single noise level, method beside method. Null when no job has it. */
export function plotAgainstNoise(
  comparison: Comparison,
  metric: MetricName,
  options: DrawOptions = {},
): Figure | null {
  const { title, axis } = metricFacts[metric];
  const cells = comparison.cells.filter((cell) => cell.metric === metric && cell.value !== null);
  const methods = comparison.methods.filter((method) => cells.some((cell) => cell.method === method));
  if (methods.length === 0) return null;
  const single = comparison.alphas.length === 1;
  const series = methods.map((name) => ({
    name,
    points: cells
      .filter(({ method }) => method === name)
      .map(({ alpha, value }) => drawn(metric, alpha, value!)),
  }));
  const limits = comparison.alphas.flatMap((alpha) => {
    const y = limitOf(comparison, alpha, metric);
    return y === undefined || (y === 0 && axis === "log") ? [] : [{ x: alpha, y }];
  });
  const limit = limits.every(({ y }) => y === 0) ? [] : limits;
  return comparisonFigure(
    {
      metric: title,
      ...(single && { setting: `noise α = ${comparison.alphas[0]}` }),
      explanation: explanation(metric),
      note: seedsText(comparison),
      against: single ? null : "noise α",
      limitName: limitLabelOf(metric),
      panels: [{ title: "", log: axis === "log", series, limit }],
    },
    options,
  );
}

/** What the metric is, and which way is better. */
function explanation(metric: MetricName): string {
  const { explanation: what, better } = metricFacts[metric];
  return better === "neither" ? what : `${what} ${better === "lower" ? "Lower" : "Higher"} is better.`;
}

/** Whether a metric was measured on the way; ends alone lie at slightly different calls and make no curve. */
export function isCurve(results: readonly JobResult[], metric: MetricName): boolean {
  return results.some(({ curve }) =>
    curve.slice(0, -1).some(({ metrics }) => metricValue(metric, metrics) !== null),
  );
}
