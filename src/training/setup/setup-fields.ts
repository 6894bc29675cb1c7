/** The fields that `createTrainer` knows; a misspelt one would train something else in silence. */
import { requireKnownFields, type Fields } from "../../known-fields.ts";
import type { ThoughtOptions } from "../../model/index.ts";
import type { DynamicsReplayOptions } from "../memory/dynamics-replay.ts";
import type { ModelChoice } from "../policy/state-model.ts";
import type { EntropyRatioUse } from "../terms/entropy-ratio-use.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import type { BatchMix, ReplayOptions } from "./options.ts";

const setupFields: Fields<TrainingSetup> = {
  landscape: true,
  environment: true,
  noise: true,
  reward: true,
  objective: true,
  model: true,
  observes: true,
  backward: true,
  dynamics: true,
  dynamicsRate: true,
  lookAhead: true,
  dynamicsReplay: true,
  rate: true,
  decayOver: true,
  budget: true,
  finalRate: true,
  clip: true,
  dynamicsClip: true,
  batch: true,
  replay: true,
  extraUpdates: true,
  localStates: true,
  entropyRatio: true,
  temperature: true,
  epsilon: true,
  templates: true,
  dataset: true,
  contexts: true,
  seed: true,
  engine: true,
  overlap: true,
  onMemory: true,
};

const modelFields: Fields<ModelChoice> = {
  kind: true,
  hidden: true,
  layers: true,
  kmer: true,
  heads: true,
  positions: true,
  thoughts: true,
};

const thoughtFields: Fields<ThoughtOptions> = { kind: true, width: true };

const batchFields: Fields<BatchMix> = { onPolicy: true, exploratory: true, replay: true, dataset: true };

const replayFields: Fields<ReplayOptions> = { capacity: true, priority: true };

const roundsFields: Fields<DynamicsReplayOptions> = { rounds: true, samples: true };

const ratioFields: Fields<EntropyRatioUse> = {
  use: true,
  weight: true,
  gamma: true,
  estimator: true,
  quantile: true,
  cap: true,
  epsilon: true,
};

const inside = {
  model: modelFields,
  batch: batchFields,
  replay: replayFields,
  dynamicsReplay: roundsFields,
  entropyRatio: ratioFields,
} as const;

/** Refuses fields that nobody reads. */
export function checkFields(setup: TrainingSetup): void {
  const code = "training/unknown-option";
  // A module for `windage train` may be spread into a setup; what it says to that command alone is passed over.
  const {
    exact: _exact,
    conditions: _conditions,
    ...own
  } = { ...setup } as Readonly<Record<string, unknown>>;
  requireKnownFields(code, "createTrainer", setup === undefined ? setup : own, setupFields);
  for (const name of ["model", "batch", "replay", "dynamicsReplay", "entropyRatio"] as const) {
    if (setup[name] !== undefined) requireKnownFields(code, name, setup[name], inside[name]);
  }
  const thoughts = setup.model?.thoughts;
  if (thoughts !== undefined) requireKnownFields(code, "model.thoughts", thoughts, thoughtFields);
}
