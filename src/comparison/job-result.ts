/**
 * What one job of a comparison (a method at a noise level with a seed) leaves behind, as plain JSON: the figures at the
 * end, the figures along the way, and the limit that no policy could beat. Tables and plots are made from these alone.
 */

import type { RunAway } from "../assessment/learning/course-watch.ts";

/** A method, its noise level and its seed: what makes a job. */
export interface JobKey {
  /** The label of the method in tables, unique in a comparison. */
  readonly method: string;
  readonly alpha: number;
  readonly seed: number;
}

/** The names of what is measured; `metrics.ts` says what each is called, which way is better and how it is printed. */
export type MetricName =
  | "tv"
  | "meanAbsolute"
  | "klReverse"
  | "klForward"
  | "jsd"
  | "regret"
  | "elbo"
  | "elboStandardError"
  | "klEstimate"
  | "klStandardError"
  | "logZError"
  | "sampleError"
  | "modes"
  | "topMean"
  | "topDiversity"
  | "meanScore"
  | "hits"
  | "coverage";

/** Null where a method has no such figure: a Markov chain has no exact law. */
export type JobMetrics = Readonly<Record<MetricName, number | null>>;

/** Where nothing could be measured. */
export const nothingKnown: JobMetrics = {
  tv: null,
  meanAbsolute: null,
  klReverse: null,
  klForward: null,
  jsd: null,
  regret: null,
  elbo: null,
  elboStandardError: null,
  klEstimate: null,
  klStandardError: null,
  logZError: null,
  sampleError: null,
  modes: null,
  topMean: null,
  topDiversity: null,
  meanScore: null,
  hits: null,
  coverage: null,
};

/** Where a method stood at one point of its budget. */
export interface CurvePoint {
  readonly oracleCalls: number;
  readonly environmentSteps: number;
  readonly metrics: Partial<JobMetrics>;
}

export interface JobResult extends JobKey {
  readonly metrics: JobMetrics;
  /** The same figures for the best policy there is, where they are known. */
  readonly limit: Partial<JobMetrics>;
  readonly curve: readonly CurvePoint[];
  /** How training ran away, where it did and had not come back at the end. */
  readonly ranAway?: RunAway["kind"];
  readonly oracleCalls: number;
  readonly environmentSteps: number;
  readonly iterations: number;
  readonly seconds: number;
}
