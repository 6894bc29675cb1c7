/** The full report on a sampler, in the shape `windage evaluate --json` prints. */
import {
  kernelEntropy,
  modesFound,
  referenceModes,
  sequenceTable,
  topK,
  topKCeiling,
} from "../../evaluation/index.ts";
import type { ExactEvaluation, ModeReport, NoiseKernel } from "../../evaluation/index.ts";
import { compileWithParameters, f32, nn } from "../../engine/index.ts";
import { listStates } from "../../training/index.ts";
import type { Experiment } from "./build.ts";
import type { ExactEvaluator } from "./exact-evaluator.ts";
import { learnedLogZ } from "./learned-log-z.ts";
import { drawSamples } from "./sampler.ts";
import type { Samples } from "./sampler.ts";

export interface Report extends ExactEvaluation {
  readonly dynamics: { readonly nll: number | null; readonly entropy: number };
  readonly modes: ModeReport;
  readonly top: {
    readonly k: number;
    readonly mean: number;
    readonly ceiling: number;
    readonly diversity: number;
    readonly sequences: readonly { readonly sequence: string; readonly score: number }[];
  };
  readonly samples: number;
  readonly oracleCalls: number;
  readonly steps: number;
  readonly seconds: number;
}

/** What literature reports for TFBind8: the 328 best sequences at least two letters apart. */
const modeCount = 328;
const modeRadius = 1;
const topCount = 100;

export interface ReportOptions {
  readonly samples: number;
  readonly seed: number;
  readonly seconds: number;
}

export async function reportOn(
  experiment: Experiment,
  evaluator: ExactEvaluator,
  options: ReportOptions,
): Promise<Report> {
  const { landscape, trainer } = experiment;
  const exact = await evaluator.evaluate(await learnedLogZ(experiment));
  const samples = await drawSamples(experiment, options.samples, options.seed);
  return {
    ...exact,
    dynamics: {
      nll: await dynamicsNll(experiment, evaluator.kernel),
      entropy: kernelEntropy(evaluator.kernel),
    },
    modes: modes(experiment, samples),
    top: best(landscape.table, samples),
    samples: options.samples,
    oracleCalls: trainer.oracleCalls,
    steps: trainer.iteration,
    seconds: options.seconds,
  };
}

function best(table: Float64Array, { objects, scores }: Samples): Report["top"] {
  const { k, mean, diversity, indices } = topK(sequenceTable(objects), scores, topCount);
  const sequences = Array.from(indices.subarray(0, 10), (i) => ({
    sequence: objects[i]!,
    score: scores[i]!,
  }));
  return { k, mean, ceiling: topKCeiling(table, topCount), diversity, sequences };
}

function modes({ landscape }: Experiment, { objects }: Samples): ModeReport {
  const { space, table } = landscape;
  const all = sequenceTable(Array.from({ length: space.size }, (_, i) => space.sequenceAt(i)));
  const reference = referenceModes(all, table, { radius: modeRadius, limit: modeCount });
  return modesFound(sequenceTable(objects), all, reference);
}

/** −Σ P log P̂ averaged over every state and intention; null where the kernel is known and nothing is learned. */
async function dynamicsNll(
  { environment, trainer }: Experiment,
  { size, matrix }: NoiseKernel,
): Promise<number | null> {
  const { dynamics } = trainer.options;
  if (dynamics.mode === "known") return null;
  const { count, features } = listStates(environment);
  const program = await compileWithParameters(
    "dynamics",
    (arrays, { states }) => ({
      log: nn.logSoftmax(dynamics.model.apply(arrays["dynamics"] as never, states)),
    }),
    { parameters: trainer.parameters, inputs: { states: f32(count, environment.featureCount) } },
  );
  const { log } = await program.run({ states: features });
  let sum = 0;
  for (let i = 0; i < log.length; i++) sum -= matrix[i % (size * size)]! * log[i]!;
  await program.dispose();
  return sum / (count * size);
}
