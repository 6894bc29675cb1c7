/** What an assessment needs to know: the world a policy acts in, and the trained policy itself. */
import type { Environment } from "../environment/index.ts";
import type { Landscape, Reward } from "../landscape/index.ts";
import type { PolicyCompiler, Trainer } from "../training/index.ts";

/** What is built, what can go wrong, and what the results are worth. No policy yet. */
export interface World {
  readonly environment: Environment;
  readonly landscape: Landscape;
  readonly reward: Reward;
  /** Whether every score may be asked for, as for tables and files; a program or a service is asked for samples only. */
  readonly free: boolean;
}

/** A world with a trainer in it. */
export interface TrainedWorld extends World {
  readonly trainer: Trainer;
  /** The trainer's policy at any states. */
  readonly compilePolicy: PolicyCompiler;
}
