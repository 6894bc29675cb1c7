/**
 * The fields that `createTrainer` is given. A name that is not known is refused, since a misspelt one would train
 * something else in silence; types tell that to TypeScript, this tells it to everyone. Fields that are known but do
 * nothing beside the others are told in the trainer's notes.
 */
import { WindageError } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import { suggestion } from "../../suggest.ts";
import type { DynamicsReplayOptions } from "../memory/dynamics-replay.ts";
import type { ModelChoice, ModelKind } from "../policy/state-model.ts";
import type { EntropyRatioUse } from "../terms/entropy-ratio-use.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import type { BatchMix, ReplayOptions } from "./options.ts";

/** Every field of a type by name; the compiler sees to it that none is missing and none too many. */
type Fields<T> = Readonly<Record<keyof Required<T>, true>>;

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

/** Refuses fields that nobody reads. */
export function checkFields(setup: TrainingSetup): void {
  check("createTrainer", setup, setupFields);
  check("model", setup.model, modelFields);
  check("batch", setup.batch, batchFields);
  check("replay", setup.replay, replayFields);
  check("dynamicsReplay", setup.dynamicsReplay, roundsFields);
  check("entropyRatio", setup.entropyRatio, ratioFields);
}

function check(where: string, value: unknown, fields: Readonly<Record<string, true>>): void {
  if (value === undefined) return;
  if (!isRecord(value)) {
    throw new WindageError(
      "training/bad-option",
      `${where}: got ${JSON.stringify(value)}, expected an object.`,
    );
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (unknown === undefined) return;
  throw new WindageError(
    "training/unknown-option",
    `${where}: got the unknown field "${unknown}"; ${suggestion(unknown, Object.keys(fields))}`,
  );
}

/** Fields of a setup that do nothing beside the others, each with what it would need; `kind` is the network it gets. */
export function idleFields(setup: TrainingSetup, kind: ModelKind): readonly string[] {
  const { model = {}, dynamics, budget, decayOver, finalRate } = setup;
  const known = dynamics === "known";
  const idle = (name: string, isIdle: boolean, needs: string): string[] =>
    isIdle ? [`${name} was set, but has an effect only ${needs}`] : [];
  const ofNetworks = 'with a model.kind other than "table"';
  return [
    ...idle("model.hidden", kind === "table" && model.hidden !== undefined, ofNetworks),
    ...idle("model.layers", kind === "table" && model.layers !== undefined, ofNetworks),
    ...idle("model.kmer", kind !== "kmer" && model.kmer !== undefined, 'with model.kind "kmer"'),
    ...idle(
      "model.heads",
      kind !== "transformer" && model.heads !== undefined,
      'with model.kind "transformer"',
    ),
    ...idle(
      "model.positions",
      kind !== "transformer" && model.positions !== undefined,
      'with model.kind "transformer"',
    ),
    ...idle(
      "dynamicsRate",
      known && setup.dynamicsRate !== undefined && !setup.lookAhead,
      'with dynamics "learned" or lookAhead',
    ),
    ...idle("dynamicsClip", known && setup.dynamicsClip !== undefined, 'with dynamics "learned"'),
    ...idle("dynamicsReplay", known && setup.dynamicsReplay !== undefined, 'with dynamics "learned"'),
    ...idle("decayOver", budget !== undefined && decayOver !== undefined, "without a budget"),
    ...idle(
      "finalRate",
      budget === undefined && !decayOver && finalRate !== undefined,
      "with decayOver or a budget, since the rate stays as it is without",
    ),
  ];
}
