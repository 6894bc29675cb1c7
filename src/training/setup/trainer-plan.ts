/**
 * What a setup comes to, with every default filled in: the environment, the networks and all that an update needs to
 * know. Nothing is asked for a score here, so that it serves a trainer and a policy that was trained before alike.
 */
import { environmentOf } from "../../environment/environment-of.ts";
import { overParents } from "../../environment/over-parents.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import type { Landscape } from "../../landscape/landscape.ts";
import { Reward } from "../../landscape/reward.ts";
import { isLogarithmic } from "../../landscape/landscape.ts";
import { dynamicsModel } from "../../model/dynamics.ts";
import { aheadModel } from "../../model/ahead/ahead-model.ts";
import { designModel } from "../../model/design/design-model.ts";
import type { Model, ModelShape } from "../../model/model.ts";
import { requireHeads } from "../../objective/heads.ts";
import { hasOneParent, requireMemoryParents } from "../policy/one-parent.ts";
import { type NumberPath, usualNumber } from "../../settings/training/index.ts";
import { programSettings } from "../../settings/training/program-settings.ts";
import { choiceOf, isOwnModel, type OwnModel, ownModel } from "../policy/own-model.ts";
import { kindOf, modelShape, stateModel, thoughtsOf } from "../policy/state-model.ts";
import type { ModelChoice } from "../policy/state-model.ts";
import { requireTrainable } from "./combinations.ts";
import { usualContexts } from "./contexts.ts";
import type { ContextSource } from "./contexts.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import { usualObjective } from "./usual-choices.ts";
import { isDatasetAlone } from "./dataset-alone.ts";
import { idleFields } from "./idle-settings.ts";
import type { BatchMix, PredictingHeads, ReplayOptions, TrainerOptions } from "./options.ts";
import type { Scorer } from "./scorer.ts";

/** Trajectories of each kind in an update, unless told. */
const usualBatch: BatchMix = {
  onPolicy: usualNumber("batch.onPolicy"),
  exploratory: usualNumber("batch.exploratory"),
  replay: usualNumber("batch.replay"),
  dataset: usualNumber("batch.dataset"),
};
const usualReplay: ReplayOptions = {
  capacity: programSettings["replay.capacity"].default,
  priority: usualNumber("replay.priority"),
};

/** What a trainer is made of, but for where its flows start, which the first scores tell. */
export function trainerPlan(
  setup: TrainingSetup,
  scorer: Scorer,
): (flowStart?: Float32Array) => TrainerOptions {
  const { decayOver, seed = 0 } = setup;
  const own = isOwnModel(setup.model) ? setup.model : undefined;
  const choice = choiceOf(setup.model);
  const given = setup.reward ?? usualReward(scorer.landscape);
  requireSameScale(given, scorer.landscape);
  // A target that moves while rates fall is never reached, so that a ramp leaves half of the time to what it ends at.
  const reward = decayOver ? given.endingAt(decayOver / 2) : given;
  const built = environmentFor(setup);
  requireMemoryParents(built);
  const { objective = usualObjective(built) } = setup;
  const oneParent = hasOneParent(built);
  const computable = oneParent || built.backward.entry !== undefined;
  const usualBackward = computable && objective.needs.includes("dynamics") ? "posterior" : "learned";
  const designs = setup.observes === "intentions";
  const backward = designs ? "learned" : (setup.backward ?? usualBackward);
  // A backward policy that read the state after a step would read the intention off thoughts.
  const reconstructs = designs || (backward === "learned" && choice.thoughts !== undefined);
  const posterior = backward === "posterior";
  const ofParents = backward !== "learned";
  const environment = ofParents && !oneParent ? overParents(built) : built;
  const batch = { ...usualBatch, ...setup.batch };
  const alone = isDatasetAlone(batch);
  const { dynamics = alone ? "known" : "learned", engine } = setup;
  const usual = (path: NumberPath): number =>
    usualNumber(path, {
      "model.kind": choice.kind,
      objective: objective.name,
      dynamics,
      backward,
      severalParents: !oneParent,
      remembers: built.memory !== undefined || choice.thoughts !== undefined,
    });
  const { rate = usual("rate") } = setup;
  const { extraUpdates = usual("extraUpdates"), dataset = [] } = setup;
  const contexts = contextsFor(environment, setup.contexts);
  const { overlap = false, entropyRatio } = setup;
  const { kind: model, thoughts } = choice;
  const seen = thoughts === undefined ? "outcomes" : thoughts.kind === "memory" ? "memory" : "both";
  requireTrainable({
    objective,
    onPolicy: batch.onPolicy,
    exploratory: batch.exploratory,
    extraUpdates,
    overlap,
    backward,
    entropyRatio: entropyRatio?.use,
    model,
    observes: designs ? "intentions" : seen,
    thoughts,
    process: built.memory === undefined ? undefined : () => built.name,
  });
  return (flowStart) => {
    const shape = modelShape(environment, {
      backwardCount: ofParents && oneParent ? 0 : environment.backward.count,
      ...(flowStart ? { flowStart } : {}),
    });
    const chosen = { hidden: usual("model.hidden"), layers: usual("model.layers"), ...choice };
    const model = reconstructs
      ? designsOf(environment, chosen, shape, own)
      : own === undefined
        ? stateModel(environment, chosen, shape)
        : ownModel(own, shape);
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
              rate: setup.dynamicsRate ?? usual("dynamicsRate"),
              clip: setup.dynamicsClip ?? setup.clip ?? usual("dynamicsClip"),
              model: dynamicsModel(shape, { thoughts: thoughtsOf(environment, choice) }),
              ...(setup.dynamicsReplay ? { replay: setup.dynamicsReplay } : {}),
            },
      ...(setup.lookAhead ? { lookAhead: lookAheadOf(environment, shape, setup, setup.lookAhead) } : {}),
      policy: {
        rate,
        clip: setup.clip ?? usual("clip"),
        ...(decayOver ? { decayOver: decayOver * (1 + extraUpdates) } : {}),
        ...(setup.budget ? { budget: setup.budget } : {}),
        finalRate:
          setup.finalRate ?? finalRateFor(rate, { rate: usual("rate"), finalRate: usual("finalRate") }),
      },
      batch,
      replay: { ...usualReplay, ...setup.replay },
      extraUpdates,
      localStates: setup.localStates ?? usual("localStates"),
      ...(setup.entropyRatio ? { entropyRatio: setup.entropyRatio } : {}),
      temperature: setup.temperature ?? usual("temperature"),
      epsilon: setup.epsilon ?? usual("epsilon"),
      ...(setup.templates ? { templates: setup.templates } : {}),
      dataset,
      ...(contexts ? { contexts } : {}),
      seed,
      ...(engine ? { engine } : {}),
      ...(setup.overlap ? { overlap: true } : {}),
      notes: idleFields(
        { ...setup, objective },
        kindOf(environment, reconstructs ? { kind: "kmer", ...choice } : chosen),
      ),
    };
  };
}

function usualReward(landscape: Landscape | undefined): Reward {
  return new Reward(isLogarithmic(landscape) ? { logarithmic: true } : {});
}

/** Logarithms taken for scores, or scores for logarithms, would train towards something that nobody meant. */
function requireSameScale({ logarithmic }: Reward, landscape: Landscape | undefined): void {
  if (landscape === undefined || isLogarithmic(landscape) === logarithmic) return;
  throw new WindageError(
    "training/bad-option",
    logarithmic
      ? `createTrainer: reward: got { logarithmic: true } for the landscape "${landscape.name}", whose scores are none; leave it out, or declare "logarithmic: true" on the landscape.`
      : `createTrainer: reward: got powers of scores for the landscape "${landscape.name}", whose scores are logarithms; pass new Reward({ logarithmic: true }).`,
  );
}

/** Heads that predict, refused where there is nothing to predict. */
function lookAheadOf(
  { name, tokens, maxSteps }: Environment,
  shape: ModelShape,
  { dynamicsRate = usualNumber("dynamicsRate"), clip = usualNumber("clip"), batch, model }: TrainingSetup,
  steps: number,
): PredictingHeads {
  const refuse = (got: string, expected: string): never => {
    throw new WindageError(
      "training/bad-look-ahead",
      (say) => `${say("lookAhead")}: got ${got}, expected ${expected}.`,
    );
  };
  if (!tokens) refuse(name, "sequences");
  if (!Number.isSafeInteger(steps) || steps < 1 || steps > maxSteps)
    refuse(`${steps} letters`, `a whole number from 1 to ${maxSteps}, the longest sequence`);
  if ((batch?.onPolicy ?? usualBatch.onPolicy) === 0)
    refuse("no trajectories of the policy itself", "some, because its own law is what is predicted");
  const { hidden = usualNumber("model.hidden") } = choiceOf(model);
  return { model: aheadModel(shape, { steps, hidden }), rate: dynamicsRate, clip };
}

/** A model that reconstructs designs, whose policy has no backward head of its own. */
function designsOf(
  environment: Environment,
  choice: ModelChoice,
  shape: ModelShape,
  own: OwnModel | undefined,
): Model {
  // Said before a network is made that nobody may have chosen.
  if (environment.tokens?.stops !== false) throw notReconstructed(environment, choice);
  const policyShape = { ...shape, backwardCount: 0 };
  const policy = own
    ? ownModel(own, policyShape)
    : stateModel(environment, { kind: "kmer", ...choice }, policyShape);
  return designModel(shape, policy, choice.hidden === undefined ? {} : { hidden: choice.hidden });
}

/** What is learned where intentions are hidden reads a whole result letter by letter. */
function notReconstructed({ name }: Environment, { thoughts }: ModelChoice): WindageError {
  return new WindageError("training/not-designs", (say) =>
    thoughts === undefined
      ? `${say("observes", "intentions")}: got ${name}, expected sequences of one length, because a design has to be reconstructed from the letters of the result; leave it out.`
      : `${say("backward", "learned")}: got ${name} with ${say("model.thoughts")}, expected sequences of one length, because intentions have to be reconstructed from the letters of the result; set it to "posterior", or leave thoughts out.`,
  );
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
