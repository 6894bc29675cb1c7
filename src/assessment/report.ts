/** The full report on a sampler, in the shape `windage evaluate --json` prints. */
import {
  estimateFromSamples,
  estimateMean,
  novelty,
  sequenceTable,
  topK,
  topKCeiling,
} from "../evaluation/index.ts";
import type { Estimate, ExactEvaluation, SampledReport, SequenceTable } from "../evaluation/index.ts";
import type { DatasetEntry } from "../training/index.ts";
import { reportDynamics } from "./dynamics-report.ts";
import type { Evaluator } from "./evaluator.ts";
import { learnedLogZ } from "./learned-log-z.ts";
import { ModeFinder } from "./mode-finder.ts";
import type { FoundModes } from "./mode-finder.ts";
import { modeSet } from "./mode-set.ts";
import { drawSamples } from "./sampler.ts";
import type { Samples } from "./sampler.ts";
import type { TrainedWorld } from "./world.ts";

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
  readonly modes: Unknown<FoundModes>;
  readonly top: {
    readonly k: number;
    readonly mean: number;
    readonly ceiling: number | null;
    readonly diversity: number;
    /** Mean distance to the nearest sequence of the dataset; null without one. */
    readonly novelty: number | null;
    readonly sequences: readonly { readonly sequence: string; readonly score: number }[];
  };
  readonly samples: number;
  readonly oracleCalls: number;
  readonly steps: number;
  readonly seconds: number;
}

const topCount = 100;
const shown = 10;
/** A sign that is in no alphabet. */
const padding = "\u0000";

export interface ReportOptions {
  readonly samples: number;
  readonly seed: number;
  readonly seconds: number;
}

/** Reports on the parameters as they are now; without an evaluator, by estimates. */
export async function reportOn(
  experiment: TrainedWorld,
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
        ? { found: null, total: null, radius: null, threshold: null, kind: null }
        : new ModeFinder(modeSet(experiment, evaluator.laws)).report(samples.objects),
    top: best(evaluator?.laws.scores, samples, trainer.options.dataset),
    samples: options.samples,
    oracleCalls: trainer.oracleCalls,
    steps: trainer.iteration,
    seconds: options.seconds,
  };
}

function best(
  all: Float64Array | undefined,
  { objects, scores }: Samples,
  dataset: readonly DatasetEntry[],
): Report["top"] {
  const { k, mean, diversity, indices } = topK(sequenceTable(objects), scores, topCount);
  const sequences = Array.from(indices.subarray(0, shown), (i) => ({
    sequence: objects[i]!,
    score: scores[i]!,
  }));
  // With fewer distinct samples than asked for, the ceiling is that of as many.
  const ceiling = all === undefined ? null : topKCeiling(all, k);
  return { k, mean, ceiling, diversity, novelty: meanNovelty(objects, indices, dataset), sequences };
}

function meanNovelty(
  objects: readonly string[],
  indices: Int32Array,
  dataset: readonly DatasetEntry[],
): number | null {
  if (dataset.length === 0 || indices.length === 0) return null;
  const chosen = Array.from(indices, (i) => objects[i]!);
  const longest = Math.max(
    ...[...chosen, ...dataset.map((entry) => entry.object)].map((text) => text.length),
  );
  // Padded alike, so that sequences of different lengths can be compared.
  const table = (texts: readonly string[]): SequenceTable =>
    sequenceTable(texts.map((text) => text.padEnd(longest, padding)));
  const nearest = novelty(table(chosen), table(dataset.map((entry) => entry.object)));
  return nearest.reduce((sum, distance) => sum + distance, 0) / nearest.length;
}

function estimate({ reward }: TrainedWorld, { scores, logLaw }: Samples): Estimates {
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
