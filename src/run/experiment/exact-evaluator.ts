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
import { listStates, PolicyTable } from "../../training/index.ts";
import type { Experiment } from "./build.ts";

export class ExactEvaluator {
  readonly kernel: NoiseKernel;
  readonly limit: Limit;
  readonly #experiment: Experiment;
  readonly #forwardLimit: Limit;
  readonly #naive: Float64Array;
  readonly #logReward: Float64Array;
  readonly #table: PolicyTable;

  private constructor(experiment: Experiment, table: PolicyTable) {
    const { landscape, reward, environment } = experiment;
    this.#experiment = experiment;
    this.#table = table;
    // Fixed-length sequences without masks always have one kernel.
    this.kernel = noiseKernel(landscape.space.alphabet.length, tokenKernel(environment)!);
    this.#logReward = reward.logRewards(landscape.table);
    this.limit = limitReverseKl(this.#logReward, this.kernel);
    this.#forwardLimit = limitForwardKl(this.#logReward, this.kernel);
    this.#naive = naiveLaw(this.#logReward, this.kernel);
  }

  static async create(experiment: Experiment): Promise<ExactEvaluator> {
    const { environment, trainer } = experiment;
    const table = await PolicyTable.compile(trainer.options, trainer.parameters, listStates(environment));
    return new ExactEvaluator(experiment, table);
  }

  /** The report under the parameters as they are now. */
  async evaluate(learnedLogZ?: number): Promise<ExactEvaluation> {
    return evaluateExact({
      law: await this.law(),
      logReward: this.#logReward,
      limit: this.limit,
      forwardLimit: this.#forwardLimit,
      naiveLaw: this.#naive,
      ...(learnedLogZ === undefined ? {} : { learnedLogZ }),
    });
  }

  /** The probability of every sequence. */
  async law(): Promise<Float64Array> {
    const { alphabet, length } = this.#experiment.landscape.space;
    const letters = alphabet.length;
    const policy = await this.#table.probabilities();
    let before = 0;
    const byDepth = Array.from({ length }, (_, depth) => {
      const rows = letters ** depth;
      const level = policy.subarray(before * letters, (before + rows) * letters);
      before += rows;
      return level;
    });
    return exactLaw(byDepth, this.kernel);
  }

  dispose(): Promise<void> {
    return this.#table.dispose();
  }
}
