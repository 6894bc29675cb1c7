/**
 * From the results of jobs to the figures of a comparison: means over seeds with 95 % intervals, differences in pairs
 * against a chosen method, limits and what was spent. Plain JSON comes out, and the same whatever order the results
 * came in, down to the last bit. Rendering is elsewhere.
 */
import { WindageError } from "../error.ts";
import { meanInterval, pairedDifference } from "../evaluation/sample/intervals.ts";
import type { MeanInterval } from "../evaluation/sample/intervals.ts";
import type { RunAway } from "../assessment/learning/course-watch.ts";
import type { JobKey, JobResult, MetricName } from "./job-result.ts";
import { metricFacts, metricNames, metricValue, type MetricFacts } from "./metrics.ts";

export interface SummaryOptions {
  /** The method that the others are compared with. */
  readonly against: string;
  /** The order of methods; those not named come after, by name. */
  readonly methods?: readonly string[];
}

/** From the interval of the paired difference: `unclear` when it holds 0, there is only one pair, or neither way is better. */
export type Verdict = "better" | "worse" | "unclear";

export interface Difference extends MeanInterval {
  readonly verdict: Verdict;
}

/** One metric of one method at one noise level. */
export interface ComparisonCell {
  readonly alpha: number;
  readonly method: string;
  readonly metric: MetricName;
  /** Null when no seed has the figure. */
  readonly value: MeanInterval | null;
  /** Seeds that ran and have no such figure, or one that is not finite; the mean is of the others. */
  readonly missing: number;
  /** This method minus the chosen one, by seed; null for the chosen one itself and without pairs. */
  readonly difference: Difference | null;
}

/** What a method used at a noise level, as means over its seeds. */
export interface Spending {
  readonly alpha: number;
  readonly method: string;
  readonly seeds: number;
  readonly oracleCalls: number;
  readonly environmentSteps: number;
  readonly iterations: number;
  readonly seconds: number;
}

export interface Comparison {
  readonly level: number;
  readonly against: string;
  readonly methods: readonly string[];
  readonly alphas: readonly number[];
  /** Those that at least one job has, the most telling first. */
  readonly metrics: readonly MetricName[];
  readonly cells: readonly ComparisonCell[];
  readonly limits: readonly {
    readonly alpha: number;
    readonly values: Readonly<Partial<Record<MetricName, number>>>;
  }[];
  readonly spent: readonly Spending[];
  /** Runs whose training ran away and did not come back: their figures say what became of them, not what the method can do. */
  readonly ranAway: readonly (JobKey & { readonly kind: RunAway["kind"] })[];
}

const level = 0.95;

function verdictOf({ low, high }: MeanInterval, better: MetricFacts["better"]): Verdict {
  if (better === "neither" || low === null || high === null || (low <= 0 && high >= 0)) return "unclear";
  return high < 0 === (better === "lower") ? "better" : "worse";
}

function sorted(results: readonly JobResult[]): readonly JobResult[] {
  const order = (a: JobResult, b: JobResult): number =>
    a.alpha - b.alpha || (a.method < b.method ? -1 : a.method > b.method ? 1 : a.seed - b.seed);
  const inOrder = [...results].sort(order);
  for (const [i, result] of inOrder.entries()) {
    const next = inOrder[i + 1];
    if (next !== undefined && order(result, next) === 0) {
      throw new WindageError(
        "run/duplicate-job",
        `summarise: got two results of ${JSON.stringify(result.method)} at noise ${result.alpha} with seed ${result.seed}, expected one. Give methods different labels.`,
      );
    }
  }
  return inOrder;
}

function spending(alpha: number, method: string, jobs: readonly JobResult[]): Spending {
  const mean = (of: (job: JobResult) => number): number =>
    jobs.reduce((sum, job) => sum + of(job), 0) / jobs.length;
  return {
    alpha,
    method,
    seeds: jobs.length,
    oracleCalls: mean((job) => job.oracleCalls),
    environmentSteps: mean((job) => job.environmentSteps),
    iterations: mean((job) => job.iterations),
    seconds: mean((job) => job.seconds),
  };
}

function cell(
  metric: MetricName,
  jobs: readonly JobResult[],
  reference: readonly JobResult[],
): ComparisonCell {
  const { alpha, method } = jobs[0]!;
  const values = jobs.map((job) => metricValue(metric, job.metrics));
  const present = values.filter((value) => value !== null);
  const bySeed = new Map(reference.map((job) => [job.seed, metricValue(metric, job.metrics)]));
  const difference =
    jobs === reference
      ? null
      : pairedDifference(
          values,
          jobs.map((job) => bySeed.get(job.seed) ?? null),
          level,
        );
  return {
    alpha,
    method,
    metric,
    value: present.length === 0 ? null : meanInterval(present, level),
    missing: values.length - present.length,
    difference: difference && { ...difference, verdict: verdictOf(difference, metricFacts[metric].better) },
  };
}

/** Puts the comparison together. */
export function summarise(results: readonly JobResult[], options: SummaryOptions): Comparison {
  const jobs = sorted(results);
  const found = [...new Set(jobs.map((job) => job.method))].sort();
  const methods = [...new Set([...(options.methods ?? []), ...found])];
  if (!methods.includes(options.against)) {
    throw new WindageError(
      "run/unknown-method",
      `summarise: got ${JSON.stringify(options.against)} to compare with, expected one of ${methods.map((method) => JSON.stringify(method)).join(", ")}.`,
    );
  }
  const alphas = [...new Set(jobs.map((job) => job.alpha))];
  const metrics = metricNames.filter((name) => jobs.some((job) => metricValue(name, job.metrics) !== null));
  const groups = alphas.flatMap((alpha) =>
    methods.map((method) => jobs.filter((job) => job.alpha === alpha && job.method === method)),
  );
  const present = groups.filter((group) => group.length > 0);
  const reference = new Map(
    present.filter(([job]) => job!.method === options.against).map((group) => [group[0]!.alpha, group]),
  );
  return {
    level,
    against: options.against,
    methods,
    alphas,
    metrics,
    cells: present.flatMap((group) =>
      metrics.map((metric) => cell(metric, group, reference.get(group[0]!.alpha) ?? [])),
    ),
    limits: alphas.map((alpha) => {
      const here = jobs.filter((job) => job.alpha === alpha);
      const values: Partial<Record<MetricName, number>> = {};
      for (const name of metricNames) {
        const known = here.map((job) => metricValue(name, job.limit)).find((value) => value !== null);
        if (known !== undefined && known !== null) values[name] = known;
      }
      return { alpha, values };
    }),
    spent: present.map((group) => spending(group[0]!.alpha, group[0]!.method, group)),
    ranAway: jobs.flatMap(({ method, alpha, seed, ranAway: kind }) =>
      kind === undefined ? [] : [{ method, alpha, seed, kind }],
    ),
  };
}
