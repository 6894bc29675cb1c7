/**
 * The easy way to a trainer: say what is to be built and what it is worth, and everything else has a default that works
 * on sequences. `TrainerOptions` is the other way, with nothing filled in.
 */
import type { EngineName } from "../../engine/index.ts";
import { environmentOf } from "../../environment/index.ts";
import { overParents } from "../../environment/over-parents.ts";
import type { Environment, Noise } from "../../environment/index.ts";
import { WindageError } from "../../error.ts";
import { Reward } from "../../landscape/index.ts";
import type { Landscape } from "../../landscape/index.ts";
import { dynamicsModel } from "../../model/index.ts";
import { aheadModel } from "../../model/ahead/ahead-model.ts";
import { designModel } from "../../model/design/design-model.ts";
import type { Model, ModelShape } from "../../model/index.ts";
import { requireHeads, sdb } from "../../objective/index.ts";
import type { Objective } from "../../objective/index.ts";
import { foldIn, Generator, key } from "../../random/index.ts";
import type { Budget } from "./budget.ts";
import { usualContexts } from "./contexts.ts";
import type { ContextSource } from "./contexts.ts";
import type { DynamicsReplayOptions } from "../memory/dynamics-replay.ts";
import type { EntropyRatioUse } from "../terms/entropy-ratio-use.ts";
import { hasOneParent, requireMemoryParents } from "../policy/one-parent.ts";
import { trainingMemory } from "./memory.ts";
import type { MemoryEstimate } from "./memory-estimate.ts";
import type {
  BatchMix,
  DatasetEntry,
  LookAhead,
  ReplayOptions,
  TemplateSource,
  TrainerOptions,
} from "./options.ts";
import type { Scheduled } from "./schedules.ts";
import { trainingDefaults as defaults } from "./defaults.ts";
import { createScorer } from "./scorer.ts";
import { isDatasetAlone, noScorer, requireNoScores } from "./dataset-alone.ts";
import { idleFields } from "./idle-options.ts";
import { checkFields } from "./setup-fields.ts";
import { checkShapes } from "./setup-shapes.ts";
import { checkValues } from "./setup-values.ts";
import { flowFromDataset, startingFlow } from "../policy/starting-flow.ts";
import { kindOf, modelShape, stateModel, thoughtsOf } from "../policy/state-model.ts";
import type { ModelChoice } from "../policy/state-model.ts";
import { Trainer } from "../trainer.ts";

/** What is to be built and what it is worth; everything else has a default. */
export interface TrainingSetup {
  /** What finished objects are worth; only training from a dataset alone can do without. */
  readonly landscape?: Landscape;
  /** What builds the objects; where the landscape knows its space (a table, a grid), it is made from that. */
  readonly environment?: Environment;
  /** What may go wrong in an environment that is made from the landscape; one that is given has its own. */
  readonly noise?: Noise;
  readonly reward?: Reward;
  readonly objective?: Objective;
  readonly model?: ModelChoice;
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
  checkFields(setup);
  checkShapes(setup);
  checkValues(setup);
  const { landscape, reward = new Reward(), objective = sdb, seed = 0 } = setup;
  const built = environmentFor(setup);
  requireMemoryParents(built);
  const oneParent = hasOneParent(built);
  const computable = oneParent || built.backward.entry !== undefined;
  const usual = computable && objective.needs.includes("dynamics") ? "posterior" : "learned";
  const designs = setup.observes === "intentions";
  const backward = designs ? "learned" : (setup.backward ?? usual);
  // A backward policy that read the state after a step would read the intention off thoughts.
  const reconstructs = designs || (backward === "learned" && setup.model?.thoughts !== undefined);
  const posterior = backward === "posterior";
  if (backward === "parent") requireNoDynamics(objective);
  const ofParents = backward !== "learned";
  const environment = ofParents && !oneParent ? overParents(built) : built;
  const ofModel = setup.model?.kind === "transformer" ? defaults.transformer : defaults;
  const batch = { ...defaults.batch, ...setup.batch };
  const alone = isDatasetAlone(batch);
  const { dynamics = alone ? "known" : "learned", rate = ofModel.rate, engine } = setup;
  const { extraUpdates = defaults.extraUpdates, dataset = [] } = setup;
  if (landscape === undefined) requireNoScores(objective);
  const scorer = landscape === undefined ? noScorer() : createScorer(landscape);
  const contexts = contextsFor(environment, setup.contexts);
  const optionsWith = (flowStart?: Float32Array): TrainerOptions => {
    const shape = modelShape(environment, {
      backwardCount: ofParents && oneParent ? 0 : environment.backward.count,
      ...(flowStart ? { flowStart } : {}),
    });
    const chosen = { hidden: ofModel.hidden, layers: defaults.layers, ...setup.model };
    const model = reconstructs
      ? designsOf(environment, chosen, shape)
      : stateModel(environment, chosen, shape);
    requireHeads(objective, { heads: [...model.heads, "backward", "dynamics"] as const });
    return {
      environment,
      scorer,
      reward,
      model,
      objective,
      ...(designs ? { observes: "intentions" as const } : {}),
      posterior,
      dynamics:
        dynamics === "known"
          ? { mode: "known" }
          : {
              mode: "learned",
              rate: setup.dynamicsRate ?? defaults.dynamicsRate,
              clip: setup.dynamicsClip ?? setup.clip ?? defaults.clip,
              model: dynamicsModel(shape, { thoughts: thoughtsOf(environment, setup.model ?? {}) }),
              ...(setup.dynamicsReplay ? { replay: setup.dynamicsReplay } : {}),
            },
      ...(setup.lookAhead ? { lookAhead: lookAheadOf(environment, shape, setup, setup.lookAhead) } : {}),
      policy: {
        rate,
        clip: setup.clip ?? defaults.clip,
        ...(setup.decayOver ? { decayOver: setup.decayOver * (1 + extraUpdates) } : {}),
        ...(setup.budget ? { budget: setup.budget } : {}),
        finalRate: setup.finalRate ?? finalRateFor(rate, ofModel),
      },
      batch,
      replay: { ...defaults.replay, ...setup.replay },
      extraUpdates,
      localStates: setup.localStates ?? defaults.localStates,
      ...(setup.entropyRatio ? { entropyRatio: setup.entropyRatio } : {}),
      temperature: setup.temperature ?? defaults.temperature,
      epsilon: setup.epsilon ?? defaults.epsilon,
      ...(setup.templates ? { templates: setup.templates } : {}),
      dataset,
      ...(contexts ? { contexts } : {}),
      seed,
      ...(engine ? { engine } : {}),
      ...(setup.overlap ? { overlap: true } : {}),
      notes: idleFields(setup, kindOf(environment, reconstructs ? { kind: "kmer", ...setup.model } : chosen)),
    };
  };
  // Whatever is to be refused is refused before the first score is paid for.
  const checked = optionsWith();
  Trainer.check(checked);
  setup.onMemory?.(trainingMemory(checked));
  const draws = Generator.fromKey(foldIn(key(seed), 4));
  const flowStart = alone
    ? flowFromDataset(environment, dataset, reward)
    : await startingFlow(environment, scorer, reward, draws, contexts);
  return Trainer.create(optionsWith(flowStart));
}

/** With P̂ in it balance weighs intentions, so that a π_B without them has no solution. */
function requireNoDynamics({ name, needs }: Objective): void {
  if (!needs.includes("dynamics")) return;
  throw new WindageError(
    "training/backward-without-intentions",
    `backward: got "parent", which leaves intentions out, but ${name} reads the noise and has to tell them apart; choose posterior or learned, or the objective db.`,
  );
}

/** Heads that predict, refused where there is nothing to predict. */
function lookAheadOf(
  { name, tokens, maxSteps }: Environment,
  shape: ModelShape,
  { dynamicsRate = defaults.dynamicsRate, clip = defaults.clip, batch, model }: TrainingSetup,
  steps: number,
): LookAhead {
  const refuse = (got: string, expected: string): never => {
    throw new WindageError("training/bad-look-ahead", `lookAhead: got ${got}, expected ${expected}.`);
  };
  if (!tokens) refuse(name, "sequences");
  if (!Number.isSafeInteger(steps) || steps < 1 || steps > maxSteps)
    refuse(`${steps} letters`, `a whole number from 1 to ${maxSteps}, the longest sequence`);
  if ((batch?.onPolicy ?? defaults.batch.onPolicy) === 0)
    refuse("no trajectories of the policy itself", "some, because its own law is what is predicted");
  const { hidden = defaults.hidden } = model ?? {};
  return { model: aheadModel(shape, { steps, hidden }), rate: dynamicsRate, clip };
}

/** A model that reconstructs designs, whose policy has no backward head of its own. */
function designsOf(environment: Environment, choice: ModelChoice, shape: ModelShape): Model {
  const policy = stateModel(environment, { kind: "kmer", ...choice }, { ...shape, backwardCount: 0 });
  return designModel(shape, policy, choice.hidden === undefined ? {} : { hidden: choice.hidden });
}

function environmentFor({ environment, landscape, noise }: TrainingSetup): Environment {
  if (environment === undefined && landscape === undefined) {
    throw new WindageError(
      "training/bad-option",
      'createTrainer: got neither an environment nor a landscape that one could be made from; give an environment such as sequenceEnvironment({ alphabet: "ACGT", length: 8 }).',
    );
  }
  if (environment === undefined) return environmentOf(landscape!, noise);
  if (noise === undefined) return environment;
  throw new WindageError(
    "training/bad-option",
    "createTrainer: got both an environment and noise, expected noise only where the environment is made from the landscape; wrap the environment with withNoise.",
  );
}

/** In the usual proportion to the rate at the start; the usual one to the bit. */
function finalRateFor(rate: number, usual: { readonly rate: number; readonly finalRate: number }): number {
  return rate === usual.rate ? usual.finalRate : rate * (usual.finalRate / usual.rate);
}

/** Where conditions come from; nothing where the environment takes none, unless some are given to be refused. */
function contextsFor(
  environment: Environment,
  contexts: ContextSource | undefined,
): ContextSource | undefined {
  if (!environment.context) return contexts;
  return contexts ?? usualContexts(environment.name, environment.context);
}
