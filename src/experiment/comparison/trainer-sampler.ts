/** A trainer in the shape that everything in a comparison has. */
import type { Sampler, SamplerReport } from "../../baseline/index.ts";
import { sampleObjects } from "../../training/index.ts";
import type { Budget, PolicyCompiler, Trainer } from "../../training/index.ts";
import { policyOf } from "../../assessment/index.ts";
import { learnedLogZ } from "../../assessment/learned-log-z.ts";

export class TrainerSampler implements Sampler {
  readonly name: string;
  readonly compilePolicy: PolicyCompiler;
  readonly #trainer: Trainer;

  constructor(trainer: Trainer) {
    this.#trainer = trainer;
    this.name = trainer.options.objective.name;
    this.compilePolicy = policyOf(trainer);
  }

  get spent(): Budget {
    const { oracleCalls, environmentSteps } = this.#trainer;
    return { oracleCalls, environmentSteps };
  }

  async iterate(): Promise<SamplerReport> {
    const { objects, scores, loss, meanReward } = await this.#trainer.iterate();
    return { objects, scores, metrics: { loss, meanReward } };
  }

  sample(count: number, seed: number): Promise<readonly string[]> {
    return sampleObjects(this.#trainer, count, seed);
  }

  /** The model's estimate of log Z; null where the objective has no use for flows and leaves them as they began. */
  async learnedLogZ(): Promise<number | null> {
    const { options } = this.#trainer;
    if (!options.objective.needs.includes("flow")) return null;
    return learnedLogZ({ environment: options.environment, trainer: this.#trainer });
  }

  dispose(): Promise<void> {
    return this.#trainer.dispose();
  }
}
