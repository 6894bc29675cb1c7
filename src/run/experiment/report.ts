/** The full report on a sampler, in the shape `windage evaluate --json` prints. */
import {
  estimateFromSamples,
  estimateMean,
  sequenceTable,
  topK,
  topKCeiling,
} from "../../evaluation/index.ts";
import type { Estimate, ExactEvaluation, ModeReport, SampledReport } from "../../evaluation/index.ts";
import type { Experiment } from "./build.ts";
import { reportDynamics } from "./dynamics-report.ts";
import type { Evaluator } from "./evaluator.ts";
import { learnedLogZ } from "./learned-log-z.ts";
import { ModeFinder } from "./mode-finder.ts";
import { drawSamples } from "./sampler.ts";
import type { Samples } from "./sampler.ts";

/** The same shape with null for what could not be computed exactly. */
type Unknown<T> = { readonly [K in keyof T]: T[K] extends object ? Unknown<T[K]> : T[K] | null };

/** Sampled figures with their standard errors; those that need log P(x) are null where one trajectory does not tell it. */
export type Estimates = { readonly [K in keyof SampledReport]: SampledReport[K] | null } & {
  readonly meanScore: Estimate;
};

export interface Report extends Unknown<ExactEvaluation> {
  /** Null where everything is exact. */
  readonly estimates: Estimates | null;
  readonly dynamics: { readonly nll: number | null; readonly entropy: number };
  readonly modes: Unknown<ModeReport>;
  readonly top: {
    readonly k: number;
    readonly mean: number;
    readonly ceiling: number | null;
    readonly diversity: number;
    readonly sequences: readonly { readonly sequence: string; readonly score: number }[];
  };
  readonly samples: number;
  readonly oracleCalls: number;
  readonly steps: number;
  readonly seconds: number;
}

const topCount = 100;
const shown = 10;

export interface ReportOptions {
  readonly samples: number;
  readonly seed: number;
  readonly seconds: number;
}

/** Reports on the parameters as they are now; without an evaluator, by estimates. */
export async function reportOn(
  experiment: Experiment,
  evaluator: Evaluator | null,
  options: ReportOptions,
): Promise<Report> {
  const { trainer } = experiment;
  const logZ = await learnedLogZ(experiment);
  const samples = await drawSamples(experiment, options.samples, options.seed);
  const exact = evaluator === null ? unknown(logZ) : await evaluator.evaluate(logZ);
  return {
    ...exact,
    estimates: evaluator === null ? estimate(experiment, samples) : null,
    dynamics: await reportDynamics(experiment, samples.visited),
    modes:
      evaluator === null
        ? { found: null, total: null, radius: null, threshold: null }
        : new ModeFinder(evaluator.objects, evaluator.scores).report(samples.objects),
    top: best(evaluator?.scores, samples),
    samples: options.samples,
    oracleCalls: trainer.oracleCalls,
    steps: trainer.iteration,
    seconds: options.seconds,
  };
}

function best(all: Float64Array | undefined, { objects, scores }: Samples): Report["top"] {
  const { k, mean, diversity, indices } = topK(sequenceTable(objects), scores, topCount);
  const sequences = Array.from(indices.subarray(0, shown), (i) => ({
    sequence: objects[i]!,
    score: scores[i]!,
  }));
  // With fewer distinct samples than asked for, the ceiling is that of as many.
  return { k, mean, ceiling: all === undefined ? null : topKCeiling(all, k), diversity, sequences };
}

function estimate({ reward }: Experiment, { scores, logLaw }: Samples): Estimates {
  const logReward = reward.logRewards(scores);
  const meanScore = estimateMean(scores);
  if (logLaw !== null) return { ...estimateFromSamples(logLaw, logReward), meanScore };
  return {
    elbo: null,
    logZ: null,
    klReverse: null,
    effectiveSamples: null,
    meanReward: estimateMean(logReward.map(Math.exp)),
    meanScore,
  };
}

function unknown(learned: number): Unknown<ExactEvaluation> {
  return {
    exact: { tv: null, l1: null, klReverse: null, klForward: null, jsd: null },
    limit: { klReverse: null, tv: null, klForward: null },
    regret: { klReverse: null, klForward: null },
    naive: { tv: null },
    logZ: { learned, exact: null, error: null },
    elbo: null,
    eubo: null,
    correlation: { pearson: null, spearman: null },
  };
}
