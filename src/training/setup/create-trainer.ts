/**
 * The easy way to a trainer: say what is to be built and what it is worth, and everything else has a default that works
 * on sequences. `TrainerOptions` is the other way, with nothing filled in.
 */
import type { EngineName } from "../../engine/runtime/runtime.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Noise } from "../../environment/noise/noise.ts";
import type { Landscape } from "../../landscape/landscape.ts";
import type { Reward } from "../../landscape/reward.ts";
import type { Objective } from "../../objective/objective.ts";
import { foldIn, key } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Budget } from "./budget.ts";
import type { ContextSource } from "./contexts.ts";
import type { DynamicsReplayOptions } from "../memory/dynamics-replay.ts";
import type { EntropyRatioUse } from "../terms/entropy-ratio-use.ts";
import { trainingMemory } from "./memory.ts";
import type { MemoryEstimate } from "./memory-estimate.ts";
import type { BatchMix, DatasetEntry, ReplayOptions, TemplateSource } from "./options.ts";
import type { Scheduled } from "./schedules.ts";
import { createScorer } from "./scorer.ts";
import { isDatasetAlone, noScorer, requireNoScores } from "./dataset-alone.ts";
import { checkSetup } from "./check-setup.ts";
import { flowFromDataset, startingFlow } from "../policy/starting-flow.ts";
import type { OwnModel } from "../policy/own-model.ts";
import type { ModelChoice } from "../policy/state-model.ts";
import { Trainer } from "../trainer.ts";
import { trainerPlan } from "./trainer-plan.ts";

/** What `createTrainer` is told: what is to be built and what it is worth; everything else has a default. */
export interface TrainingSetup {
  /** What finished objects are worth; only training from a dataset alone can do without. */
  readonly landscape?: Landscape;
  /** What builds the objects; where the landscape knows its space (a table, a grid), it is made from that. */
  readonly environment?: Environment;
  /** What may go wrong in an environment that is made from the landscape; one that is given has its own. */
  readonly noise?: Noise;
  readonly reward?: Reward;
  /** Unless given, what suits the world: see `usual-choices.ts`. */
  readonly objective?: Objective;
  /** A choice among the ready-made networks, likewise, or one of your own: nothing else changes with it. */
  readonly model?: ModelChoice | OwnModel;
  /**
   * What the policy sees on its way: what was really built (and what `model.thoughts` adds), or its own intentions alone,
   * as where a whole design is ordered; only `stb` and `skl` can train the latter, on sequences of one length.
   */
  readonly observes?: "outcomes" | "intentions";
  /**
   * `posterior` computes the intention in π_B from π and P̂, so that only the parent is left to learn, and nothing where
   * every state has one; `learned` gives all of it, pairs of parent and intention, a head of its own. The default is
   * `posterior` wherever the environment says which steps lead into a state, for objectives that read P̂; to one that
   * does not, such as `db`, it would smuggle P̂ in. `parent` leaves intentions out, as deterministic worlds do: 1 where
   * every state has one parent, else learned over parents. It is for objectives that ignore P̂ alone.
   */
  readonly backward?: "posterior" | "learned" | "parent";
  readonly dynamics?: "learned" | "known";
  readonly dynamicsRate?: number;
  /** Letters ahead that heads of their own learn to predict, at the rate of the dynamics; none unless given. */
  readonly lookAhead?: number;
  /** Extra updates of learned dynamics per iteration, from trajectories in replay. */
  readonly dynamicsReplay?: DynamicsReplayOptions;
  /** 0.01 unless given; a transformer's is smaller. */
  readonly rate?: number;
  /** Iterations over which the rate falls linearly to `finalRate`. */
  readonly decayOver?: number;
  /** What the run may spend; rates then fall to `finalRate` with the share of it that is spent. */
  readonly budget?: Budget;
  readonly finalRate?: number;
  readonly clip?: number;
  /** Largest norm of the dynamics' gradient; that of the policy unless given. */
  readonly dynamicsClip?: number;
  readonly batch?: Partial<BatchMix>;
  readonly replay?: Partial<ReplayOptions>;
  readonly extraUpdates?: number;
  /** Visited states per update that `local-kl` looks at. */
  readonly localStates?: number;
  readonly entropyRatio?: EntropyRatioUse;
  readonly temperature?: Scheduled;
  readonly epsilon?: Scheduled;
  /** What exploratory trajectories build on, such as good sequences with some letters left open. */
  readonly templates?: TemplateSource;
  readonly dataset?: readonly DatasetEntry[];
  /** Conditions to train on, where the environment takes one; every category alike unless given. */
  readonly contexts?: ContextSource;
  readonly seed?: number;
  readonly engine?: EngineName;
  /**
   * Roll out the next trajectories while an update is computed on another core. They come from the policy before that
   * update, which objectives that learn from samples of the policy itself cannot bear.
   */
  readonly overlap?: boolean;
  /** Is told what memory training will need before it is taken; what it throws ends the attempt. */
  readonly onMemory?: (estimate: MemoryEstimate) => void;
}

export async function createTrainer(setup: TrainingSetup): Promise<Trainer> {
  checkSetup(setup);
  const { landscape, objective } = setup;
  if (landscape === undefined && objective !== undefined) requireNoScores(objective);
  const scorer = landscape === undefined ? noScorer() : createScorer(landscape);
  const optionsWith = trainerPlan(setup, scorer);
  // Whatever is to be refused is refused before the first score is paid for.
  const checked = optionsWith();
  Trainer.check(checked);
  setup.onMemory?.(trainingMemory(checked));
  const { environment, batch, dataset, reward, contexts, seed } = checked;
  const draws = Generator.fromKey(foldIn(key(seed), 4));
  const flowStart = isDatasetAlone(batch)
    ? flowFromDataset(environment, dataset, reward)
    : await startingFlow(environment, scorer, reward, draws, contexts);
  return Trainer.create(optionsWith(flowStart));
}
