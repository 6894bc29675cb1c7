/**
 * What each figure of a comparison is called, which way is better and how it is printed: the one place that tables and
 * plots ask. It computes nothing.
 */
import type { MetricName } from "./job-result.ts";

export interface MetricFacts {
  /** For the heads of columns. */
  readonly short: string;
  /** For axes and headings. */
  readonly title: string;
  /** What it is, in one sentence, with its unit. */
  readonly explanation: string;
  /** `neither`: a figure about another one, by which no method is the best. */
  readonly better: "lower" | "higher" | "neither";
  /** Decimals in tables. */
  readonly digits: number;
  /** Whether tables take a power of ten out, since the figure shrinks with the number of objects. */
  readonly scaled?: true;
  /** The metric that is its standard error, where it is an estimate. */
  readonly error?: MetricName;
  /** The largest value there is; the smallest of all of them is 0. */
  readonly most?: number;
  /** The axis on which curves read best. */
  readonly axis: "linear" | "log";
  /**
   * `bound`: no policy can be better; `at-optimum`: the figure of the policy with the least reverse KL, which another
   * could undercut a little; `unknown`: no limit is worked out.
   */
  readonly limit: "bound" | "at-optimum" | "unknown";
}

/** What the figure of the best policy is called: a bound only where it is one. */
export const limitLabels = { bound: "limit of any policy", "at-optimum": "policy of least KL" } as const;

/** The facts, in the order in which figures tell most. */
export const metricFacts: Readonly<Record<MetricName, MetricFacts>> = {
  tv: {
    short: "TV",
    title: "total variation",
    explanation: "Half the sum over all objects of |P − target|, exact, from 0 to 1.",
    better: "lower",
    digits: 4,
    most: 1,
    axis: "linear",
    limit: "at-optimum",
  },
  regret: {
    short: "regret",
    title: "regret (nats above the limit)",
    explanation: "Reverse KL minus the least that any policy can reach, exact, in nats.",
    better: "lower",
    digits: 4,
    axis: "log",
    limit: "bound",
  },
  elbo: {
    short: "mean log R/P",
    title: "mean log R/P (nats)",
    explanation:
      "Mean of log R − log P over fresh samples, where the law cannot be worked out: log Z − KL(P‖target), in nats, so that differences between methods are differences of their KL.",
    better: "higher",
    error: "elboStandardError",
    digits: 3,
    axis: "linear",
    limit: "unknown",
  },
  elboStandardError: {
    short: "its standard error",
    title: "standard error of mean log R/P",
    explanation: "The standard error of one run's mean log R/P, in nats.",
    better: "neither",
    digits: 3,
    axis: "linear",
    limit: "unknown",
  },
  klEstimate: {
    short: "KL, estimated",
    title: "reverse KL, estimated (nats)",
    explanation:
      "KL(P‖target) from fresh samples, where the law cannot be worked out but they are worth enough samples of the target, in nats.",
    better: "lower",
    error: "klStandardError",
    digits: 3,
    axis: "linear",
    limit: "unknown",
  },
  klStandardError: {
    short: "standard error of KL",
    title: "standard error of the estimated KL",
    explanation: "The standard error of one run's estimate of KL(P‖target), in nats.",
    better: "neither",
    digits: 3,
    axis: "linear",
    limit: "unknown",
  },
  sampleError: {
    short: "sample error",
    title: "sample error (mean |P̂ − target|)",
    explanation: "Mean over all objects of |P̂ − target|, with P̂ the share among the last training samples.",
    better: "lower",
    digits: 3,
    scaled: true,
    axis: "log",
    limit: "at-optimum",
  },
  modes: {
    short: "modes",
    title: "modes found",
    explanation: "Reference modes among fresh samples, counted.",
    better: "higher",
    digits: 1,
    axis: "linear",
    limit: "unknown",
  },
  topMean: {
    short: "top mean",
    title: "mean score of the best samples",
    explanation: "Mean score of the best fresh samples.",
    better: "higher",
    digits: 3,
    axis: "linear",
    limit: "unknown",
  },
  meanScore: {
    short: "mean score",
    title: "mean score",
    explanation: "Mean score of fresh samples.",
    better: "higher",
    digits: 3,
    axis: "linear",
    limit: "unknown",
  },
  hits: {
    short: "hits",
    title: "orders among the best twentieth",
    explanation: "Orders of a protocol of design that are truly among the best 5 % of the table, counted.",
    better: "higher",
    digits: 1,
    axis: "linear",
    limit: "unknown",
  },
  coverage: {
    short: "80 % holds",
    title: "share of scores in their 80 % interval",
    explanation: "Share of orders whose true score lies in the 80 % interval that was predicted for it.",
    better: "higher",
    digits: 3,
    most: 1,
    axis: "linear",
    limit: "unknown",
  },
  logZError: {
    short: "log Z error",
    title: "error of log Z",
    explanation: "|log F(s₀) − log Z|, for methods that learn flows, in nats.",
    better: "lower",
    digits: 4,
    axis: "log",
    limit: "unknown",
  },
  meanAbsolute: {
    short: "mean |P−target|",
    title: "mean |P − target|",
    explanation: "Mean over all objects of |P − target|, exact.",
    better: "lower",
    digits: 3,
    scaled: true,
    axis: "log",
    limit: "at-optimum",
  },
  klReverse: {
    short: "KL(P‖target)",
    title: "reverse KL (nats)",
    explanation:
      "KL(P‖target), in nats; exact, or against an exact target that cannot be listed, a mean over samples.",
    better: "lower",
    digits: 4,
    axis: "log",
    limit: "bound",
  },
  klForward: {
    short: "KL(target‖P)",
    title: "forward KL (nats)",
    explanation:
      "KL(target‖P), in nats; exact, or against an exact target that cannot be listed, a mean over samples.",
    better: "lower",
    digits: 4,
    axis: "log",
    limit: "bound",
  },
  jsd: {
    short: "JSD",
    title: "Jensen–Shannon divergence (nats)",
    explanation: "Jensen–Shannon divergence between P and the target, exact, in nats.",
    better: "lower",
    digits: 4,
    axis: "log",
    limit: "at-optimum",
  },
  topDiversity: {
    short: "top diversity",
    title: "diversity of the best samples",
    explanation: "Mean distance between two of the best fresh samples.",
    better: "higher",
    digits: 2,
    axis: "linear",
    limit: "unknown",
  },
};

/** Every metric, the most telling first. */
export const metricNames = Object.keys(metricFacts) as readonly MetricName[];

/** A figure as a job left it, made comparable: null where there is none, and an error without its sign. */
export function metricValue(
  name: MetricName,
  metrics: Partial<Readonly<Record<MetricName, number | null>>>,
): number | null {
  const value = metrics[name] ?? null;
  if (value === null || !Number.isFinite(value)) return null;
  return name === "logZError" ? Math.abs(value) : value;
}
