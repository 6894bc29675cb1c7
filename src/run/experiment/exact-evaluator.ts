/**
 * Exact evaluation of a sampler on a table landscape: the law of everything it can produce, against the target and
 * against the best any policy can do. Limits are computed once; a policy is evaluated as often as asked.
 */
import { tokenKernel } from "../../environment/index.ts";
import {
  evaluateExact,
  exactLaw,
  limitForwardKl,
  limitReverseKl,
  naiveLaw,
  noiseKernel,
} from "../../evaluation/index.ts";
import type { ExactEvaluation, Limit, NoiseKernel } from "../../evaluation/index.ts";
import type { TableLandscape } from "../../landscape/index.ts";
import { listStates, PolicyTable } from "../../training/index.ts";
import type { Experiment } from "./build.ts";
import type { Evaluator } from "./evaluator.ts";

export class ExactEvaluator implements Evaluator {
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  readonly #kernel: NoiseKernel;
  readonly #landscape: TableLandscape;
  readonly #limit: Limit;
  readonly #forwardLimit: Limit;
  readonly #naive: Float64Array;
  readonly #logReward: Float64Array;
  readonly #table: PolicyTable;

  private constructor(experiment: Experiment, table: PolicyTable) {
    const { reward, environment } = experiment;
    // Whoever chooses this evaluator has looked at both: a table, and one kernel in every state.
    const landscape = experiment.landscape as TableLandscape;
    this.#landscape = landscape;
    this.#table = table;
    this.#kernel = noiseKernel(landscape.space.alphabet.length, tokenKernel(environment)!);
    this.objects = Array.from({ length: landscape.space.size }, (_, i) => landscape.space.sequenceAt(i));
    this.scores = landscape.table;
    this.#logReward = reward.logRewards(landscape.table);
    this.#limit = limitReverseKl(this.#logReward, this.#kernel);
    this.#forwardLimit = limitForwardKl(this.#logReward, this.#kernel);
    this.#naive = naiveLaw(this.#logReward, this.#kernel);
  }

  static async create(experiment: Experiment): Promise<ExactEvaluator> {
    const { environment, trainer } = experiment;
    const table = await PolicyTable.compile(trainer.options, trainer.parameters, listStates(environment));
    return new ExactEvaluator(experiment, table);
  }

  get limitTv(): number {
    return this.#limit.tv;
  }

  /** The report under the parameters as they are now. */
  async evaluate(learnedLogZ?: number): Promise<ExactEvaluation> {
    return evaluateExact({
      law: await this.law(),
      logReward: this.#logReward,
      limit: this.#limit,
      forwardLimit: this.#forwardLimit,
      naiveLaw: this.#naive,
      ...(learnedLogZ === undefined ? {} : { learnedLogZ }),
    });
  }

  /** The probability of every sequence. */
  async law(): Promise<Float64Array> {
    const { alphabet, length } = this.#landscape.space;
    const letters = alphabet.length;
    const policy = await this.#table.probabilities();
    let before = 0;
    const byDepth = Array.from({ length }, (_, depth) => {
      const rows = letters ** depth;
      const level = policy.subarray(before * letters, (before + rows) * letters);
      before += rows;
      return level;
    });
    return exactLaw(byDepth, this.#kernel);
  }

  dispose(): Promise<void> {
    return this.#table.dispose();
  }
}
