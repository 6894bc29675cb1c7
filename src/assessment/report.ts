/** The full report on a sampler, in the shape `windage evaluate --json` prints. */
import { estimateFromSamples, estimateMean } from "../evaluation/sample/estimate.ts";
import { novelty, topK, topKCeiling } from "../evaluation/sample/top-k.ts";
import { sequenceTable } from "../evaluation/sample/sequence-table.ts";
import type { Estimate, SampledReport } from "../evaluation/sample/estimate.ts";
import type { ExactEvaluation } from "../evaluation/law/evaluate-exact.ts";
import type { SequenceTable } from "../evaluation/sample/sequence-table.ts";
import { Trainer } from "../training/trainer.ts";
import type { DatasetEntry } from "../training/setup/options.ts";
import type { Method } from "../training/method.ts";
import { contextKey } from "../environment/context.ts";
import type { Context } from "../landscape/context.ts";
import { meanReport } from "./condition/mean-report.ts";
import type { ConditionReport } from "./condition/mean-report.ts";
import { type NoiseTable, reportDynamics } from "./dynamics-report.ts";
import type { Evaluator } from "./evaluator.ts";
import { modeFinder } from "./judge.ts";
import type { Case, Judge } from "./judge.ts";
import type { AheadReport } from "./look-ahead/look-ahead.ts";
import { learnedLogZ } from "./learning/learned-log-z.ts";
import { canTellLearning, compareWithRandom, type Learning } from "./learning/learning.ts";
import type { FoundModes } from "./modes/mode-finder.ts";
import { randomObjects } from "./learning/random-objects.ts";
import { reportPredictions } from "./look-ahead/predictions.ts";
import type { PredictionReport } from "./look-ahead/predictions.ts";
import { drawSamples, type DrawOptions } from "./samples.ts";
import type { Samples } from "./samples.ts";
import type { RunAway } from "./learning/course-watch.ts";
import { reportTruth, type TruthOptions, type TruthReport } from "./truth/report-truth.ts";
import type { Truth } from "./truth/truth.ts";
import type { World } from "./world.ts";

/** The same shape with null for what could not be computed exactly. */
type Unknown<T> = { readonly [K in keyof T]: T[K] extends object ? Unknown<T[K]> : T[K] | null };

/** Sampled figures with their standard errors; those that need log P(x) are null where one trajectory does not tell it. */
export type Estimates = { readonly [K in keyof SampledReport]: SampledReport[K] | null } & {
  readonly meanScore: Estimate;
};

/** Every figure, of a sampler whose objects can all be listed; of any other those from samples, and exact ones where known. */
type Figures =
  | (ExactEvaluation & { readonly estimates: null })
  | (Unknown<ExactEvaluation> & { readonly estimates: Estimates });

/** What there is to say of a sampler; where `estimates` is null, all figures are exact. */
export type Report = Figures & ReportFacts;

/** What a report says beside distances to the target. */
interface ReportFacts {
  /** Whether the sampler makes better objects than chance does; null under conditions. */
  readonly learning: Learning | null;
  /** That training ran away, where it was watched and did. */
  readonly ranAway?: RunAway;
  /** Against the exact target and limits, where those are known although nothing can be listed. */
  readonly truth?: TruthReport;
  readonly dynamics: { readonly nll: number | null; readonly entropy: number | null };
  /** Among the samples, and where it was counted among all that training made. */
  readonly modes: Unknown<FoundModes> & { readonly inTraining?: number };
  readonly top: {
    readonly k: number;
    readonly mean: number;
    readonly ceiling: number | null;
    readonly diversity: number;
    /** Mean distance to the nearest sequence of the dataset; null without one. */
    readonly novelty: number | null;
    /** The best few, or the best one under each condition. */
    readonly sequences: readonly {
      readonly sequence: string;
      readonly score: number;
      readonly condition?: string;
    }[];
  };
  /** Under each condition by itself, where there are any; the other figures are then means, modes are summed. */
  readonly conditions?: readonly ConditionReport[];
  /** The exact law of looking so many steps ahead when deciding, where it was asked for. */
  readonly decideAhead?: readonly AheadReport[];
  /** How well heads predict the letters to come, by distance, where there are such heads. */
  readonly predictions?: readonly PredictionReport[];
  readonly samples: number;
  /** Scores asked for by the method itself, as budgets count them. */
  readonly oracleCalls: number;
  /** Scores asked for beside those: for this report and, where they are asked one by one, for exact evaluation. */
  readonly assessmentCalls: number;
  readonly steps: number;
  readonly seconds: number;
}

const topCount = 100;
const shown = 10;
const noModes = { found: null, total: null, radius: null, threshold: null, kind: null };
/** A sign that is in no alphabet. */
const padding = "\u0000";

export interface ReportOptions {
  readonly samples: number;
  readonly seed: number;
  readonly seconds: number;
  /** Modes that training has met so far, where they were counted. */
  readonly modesInTraining?: number | undefined;
  /** Hears how many samples there are by now, again and again. */
  readonly onDrawn?: ((drawn: number) => void) | undefined;
}

/** Reports on a method as it is now: under each of its conditions and on average, where there are any. */
export async function reportOn(judge: Judge, options: ReportOptions): Promise<Report> {
  return (await reportsOn(judge, options)).report;
}

/** The report on a method in one case, with the samples that it was made from and what was learned of the noise. */
export interface CaseReport {
  readonly report: Report;
  readonly samples: Samples;
  readonly noise: NoiseTable | null;
}

/** The same with what it was made from, case by case. Samples are shared out between conditions. */
export async function reportsOn(
  { method, cases }: Judge,
  options: ReportOptions,
): Promise<{ readonly report: Report; readonly cases: readonly CaseReport[] }> {
  const each = Math.max(2, Math.ceil(options.samples / cases.length));
  const found: CaseReport[] = [];
  for (const [i, one] of cases.entries()) {
    const onDrawn = (drawn: number): void => options.onDrawn?.(i * each + drawn);
    found.push(await reportOnCase(method, one, { ...options, samples: each, part: i, onDrawn }));
  }
  if (cases[0]?.condition === undefined) return { report: found[0]!.report, cases: found };
  const named = found.map(({ report }, i) => ({ ...cases[i]!.condition!, ...report }));
  return { report: meanReport(named), cases: found };
}

interface CaseOptions extends ReportOptions {
  /** The number of the case: each has draws of its own, since means over cases take them for independent. */
  readonly part: number;
}

async function reportOnCase(
  method: Method,
  one: Case,
  { samples: count, seed, part, seconds, modesInTraining, onDrawn }: CaseOptions,
): Promise<CaseReport> {
  const { condition, world, laws, evaluator, truth } = one;
  const context = condition?.context;
  const logZ = await learnedLogZ(method, context);
  const samples = await samplesOf(world, method, count, seed, { context, part, onDrawn });
  // The objects that a trainer began with, whose scores are known.
  const random = await randomObjects(world, method instanceof Trainer ? method.options.seed : seed);
  const asked = { seed, part, context, learned: logZ };
  const figures: Figures & Pick<ReportFacts, "truth"> =
    evaluator === null
      ? {
          ...unknown(logZ),
          estimates: estimate(world, samples),
          ...(truth && (await truthOf(truth, one, method.policy, samples, asked))),
        }
      : { ...(await evaluator.evaluate(logZ ?? undefined)), estimates: null };
  const dynamics = await reportDynamics(world.environment, method, samples.visited, context);
  const report = {
    ...figures,
    learning:
      random && canTellLearning(laws, world.reward, random.scores)
        ? compareWithRandom(world.reward, random.scores, samples.scores)
        : null,
    dynamics: dynamics.report,
    modes: {
      ...(modeFinder(one)?.report(samples.objects) ?? noModes),
      ...(modesInTraining === undefined ? {} : { inTraining: modesInTraining }),
    },
    top: best(laws?.scores, samples, datasetOf(method, context)),
    samples: count,
    oracleCalls: method.spent.oracleCalls,
    assessmentCalls: count + (laws?.asked ?? 0) + (world.free ? 0 : (random?.objects.length ?? 0)),
    steps: method.iteration,
    seconds,
    ...(await predictionsOf(method, evaluator, samples, context)),
  };
  return { report, samples, noise: dynamics.table };
}

/** The figures that are known exactly, in their usual places, and those that are means over samples. */
async function truthOf(
  truth: Truth,
  { world }: Case,
  policy: Method["policy"],
  samples: Samples,
  { learned, ...options }: TruthOptions & { readonly learned: number | null },
): Promise<Pick<Report, "truth" | "limit" | "logZ">> {
  const { limit, logZ } = truth;
  const nowhere = unknown(learned);
  return {
    truth: await reportTruth(truth, world, policy, samples, options),
    limit:
      limit === null ? nowhere.limit : { ...nowhere.limit, ...limit, gap: { klReverse: 0, klForward: 0 } },
    logZ: { learned, exact: logZ, error: learned === null ? null : learned - logZ },
  };
}

/** How well heads predict, under the exact law or else on samples. */
async function predictionsOf(
  method: Method,
  evaluator: Evaluator | null,
  { objects }: Samples,
  context: Context | undefined,
): Promise<Pick<Report, "predictions">> {
  if (!(method instanceof Trainer) || !method.options.lookAhead) return {};
  const predictions =
    evaluator === null
      ? await reportPredictions(method, objects, new Float64Array(objects.length).fill(1), false, context)
      : await reportPredictions(method, evaluator.laws.objects, await evaluator.law(), true, context);
  return predictions ? { predictions } : {};
}

/** What is known beforehand under a condition. */
function datasetOf(method: Method, context: Context | undefined): readonly DatasetEntry[] {
  if (!(method instanceof Trainer)) return [];
  const { dataset } = method.options;
  return context === undefined
    ? dataset
    : dataset.filter((entry) => contextKey(entry.context) === contextKey(context));
}

/** Samples of the policy, or of a method that has none. */
async function samplesOf(
  world: World,
  method: Method,
  count: number,
  seed: number,
  options: Pick<DrawOptions, "context" | "part" | "onDrawn">,
): Promise<Samples> {
  if (method.policy !== null) return drawSamples(world, method.policy, count, seed, options);
  const objects = await method.sample(count, seed);
  return { objects, scores: await world.landscape.score(objects), logLaw: null, logWay: null, visited: [] };
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
  let longest = 0;
  for (const text of chosen) longest = Math.max(longest, text.length);
  for (const { object } of dataset) longest = Math.max(longest, object.length);
  // Padded alike, so that sequences of different lengths can be compared.
  const table = (texts: readonly string[]): SequenceTable =>
    sequenceTable(texts.map((text) => text.padEnd(longest, padding)));
  const nearest = novelty(table(chosen), table(dataset.map((entry) => entry.object)));
  return nearest.reduce((sum, distance) => sum + distance, 0) / nearest.length;
}

function estimate({ reward }: World, { scores, logLaw, logWay }: Samples): Estimates {
  const logReward = reward.logRewards(scores);
  const meanScore = estimateMean(scores);
  // A mean over many orders of magnitude is that of one sample, and may be more than a number can hold.
  const meanReward = reward.logarithmic ? null : estimateMean(logReward.map(Math.exp));
  if (logWay !== null) {
    const found = estimateFromSamples(logWay, logReward);
    if (logLaw !== null) return { ...found, meanReward, meanScore };
    // Of ways and not of objects, which may be nearer to their target than the ways are.
    return {
      ...found,
      klReverse: null,
      atLeast: { ...found.atLeast, klReverse: null },
      meanReward,
      meanScore,
    };
  }
  return {
    elbo: null,
    logZ: null,
    klReverse: null,
    atLeast: null,
    effectiveSamples: null,
    tail: null,
    meanReward,
    meanScore,
  };
}

function unknown(learned: number | null): Unknown<ExactEvaluation> {
  return {
    exact: { tv: null, l1: null, klReverse: null, klForward: null, jsd: null },
    limit: { klReverse: null, tv: null, klForward: null, gap: { klReverse: null, klForward: null } },
    regret: { klReverse: null, klForward: null },
    naive: { tv: null },
    logZ: { learned, exact: null, error: null },
    elbo: null,
    eubo: null,
    correlation: { pearson: null, spearman: null },
  };
}
