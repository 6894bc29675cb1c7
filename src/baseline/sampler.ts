/**
 * What every method of a comparison is to the one who compares: something that spends a budget step by step and can be
 * asked what it samples. Baselines implement it; trainers are wrapped in it.
 */
import type { EngineName } from "../engine/index.ts";
import type { Environment } from "../environment/index.ts";
import type { Reward } from "../landscape/index.ts";
import type { Budget, ModelChoice, PolicyCompiler, Scorer } from "../training/index.ts";

/** What a baseline is given: the same world, the same worth and the same budget as everyone else. */
export interface BaselineSetup {
  readonly environment: Environment;
  /** Scores objects and counts them; every reward that is used has to be asked here. */
  readonly scorer: Scorer;
  readonly reward: Reward;
  readonly budget: Budget;
  /** The kind and size of networks, for baselines that have any. */
  readonly model: ModelChoice;
  readonly seed: number;
  readonly engine?: EngineName;
}

/** What one iteration did. */
export interface SamplerReport {
  /** The objects this iteration produced, in order, with their scores; a chain that stays repeats its object. */
  readonly objects: readonly string[];
  readonly scores: ArrayLike<number>;
  /** Whatever is worth a line in a log, by name. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** A method at work. */
export interface Sampler {
  readonly name: string;
  /** What has been used up so far. */
  readonly spent: Budget;
  iterate(): Promise<SamplerReport>;
  /** Null for Markov chains, which have no policy: what they sample shows in their samples only. */
  readonly compilePolicy: PolicyCompiler | null;
  /** Objects as the method would hand them out now; costs nothing of the budget, and learns nothing. */
  sample(count: number, seed: number): Promise<readonly string[]>;
  dispose(): Promise<void>;
}
