/**
 * What a trainer is made of, with nothing left to choose; `create-trainer.ts` fills in defaults.
 */
import type { Wording } from "../../wording.ts";
import type { Environment } from "../../environment/environment.ts";
import type { EngineName } from "../../engine/runtime/runtime.ts";
import type { Context } from "../../landscape/context.ts";
import type { Reward } from "../../landscape/reward.ts";
import type { AheadModel } from "../../model/ahead/ahead-model.ts";
import type { DynamicsModel, Model } from "../../model/model.ts";
import type { Objective } from "../../objective/objective.ts";
import type { Generator } from "../../random/generator.ts";
import type { Budget } from "./budget.ts";
import type { ContextSource } from "./contexts.ts";
import type { DynamicsReplayOptions } from "../memory/dynamics-replay.ts";
import type { EntropyRatioUse } from "../terms/entropy-ratio-use.ts";
import type { Scheduled } from "./schedules.ts";
import type { Scorer } from "./scorer.ts";

/** How many trajectories of each kind make one update. */
export interface BatchMix {
  /** Sampled from π itself. */
  readonly onPolicy: number;
  /** Sampled with temperature and ε-exploration. */
  readonly exploratory: number;
  /** Drawn again from the replay buffer. */
  readonly replay: number;
  /** Drawn from a dataset of finished sequences, intentions from the noise posterior. */
  readonly dataset: number;
}

/** How many trajectories are kept for replay, and which are preferred. */
export interface ReplayOptions {
  readonly capacity: number;
  /** Priority is reward to this power; 0 draws uniformly. */
  readonly priority: number;
}

/** Learning rates and how they fall. */
export interface RateOptions {
  readonly rate: number;
  /** Largest norm of the gradient. */
  readonly clip: number;
}

/** How rates fall in a straight line: over a number of updates, or with the share of a budget that is spent. */
export interface RateDecay {
  readonly decayOver?: number;
  readonly budget?: Budget;
  readonly finalRate?: number;
}

/** A model of the noise that is trained beside the policy. */
export interface LearnedDynamics extends RateOptions {
  readonly mode: "learned";
  readonly model: DynamicsModel;
  /** Extra updates of the dynamics alone, from trajectories in replay. */
  readonly replay?: DynamicsReplayOptions;
}

/** The true noise of the environment, of which nothing is learned. */
export interface KnownDynamics {
  readonly mode: "known";
}

/** Heads that predict the letters to come, trained beside the objective by parameters of their own. */
export interface PredictingHeads extends RateOptions {
  readonly model: AheadModel;
}

/** A sequence whose score is known beforehand. */
export interface DatasetEntry {
  readonly object: string;
  readonly real: Int32Array;
  readonly score: number;
  /** The condition under which it has this score, where there are conditions. */
  readonly context?: Context;
}

/** Draws what a trajectory has to build: the outcome of every step, undefined where the policy decides. */
export type TemplateSource = (generator: Generator) => readonly (number | undefined)[];

/** Everything a trainer is made of, with nothing filled in, for `Trainer.create`. */
export interface TrainerOptions {
  readonly environment: Environment;
  readonly scorer: Scorer;
  readonly reward: Reward;
  readonly model: Model;
  readonly objective: Objective;
  /** `intentions` where the policy never sees what comes of them; its model is then a `designModel`. */
  readonly observes?: "intentions";
  /**
   * Whether the intention in π_B is left to the posterior; a learned backward policy is then over parents alone (see
   * `overParents`). True where the model has no backward policy, false where it has one, unless said; false
   * without one leaves intentions out of π_B, which only objectives that ignore P̂ can bear.
   */
  readonly posterior?: boolean;
  readonly dynamics: LearnedDynamics | KnownDynamics;
  readonly lookAhead?: PredictingHeads;
  readonly policy: RateOptions & RateDecay;
  readonly batch: BatchMix;
  readonly replay: ReplayOptions;
  /** Updates from replay alone after each update with fresh trajectories. */
  readonly extraUpdates: number;
  /** Visited states per update that objectives that read `children` look at, drawn from the batch; 256 by default. */
  readonly localStates?: number;
  readonly entropyRatio?: EntropyRatioUse;
  readonly temperature: Scheduled;
  readonly epsilon: Scheduled;
  /** What exploratory trajectories build on, drawn for each of them; nothing unless given. */
  readonly templates?: TemplateSource;
  readonly dataset: readonly DatasetEntry[];
  /** Where the conditions of fresh trajectories come from; needed where the environment takes one. */
  readonly contexts?: ContextSource;
  readonly seed: number;
  readonly engine?: EngineName;
  /** Whether the next trajectories are rolled out while an update is computed, by the policy before that update. */
  readonly overlap?: boolean;
  /** What the user should know about how these were filled in; part of the trainer's `notes`. */
  readonly notes?: readonly Wording[];
}
