/**
 * Options that were set but do nothing beside the others. The command line refuses them; a program, which may set many at
 * once and vary some, is told by `notes`.
 */
import type { Spelling, Wording } from "../../wording.ts";
import { sdb } from "../../objective/index.ts";
import type { ModelKind } from "../policy/state-model.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import { isDatasetAlone } from "./dataset-alone.ts";
import { trainingDefaults as defaults } from "./defaults.ts";
import { learnsBackward } from "../terms/batch-inputs.ts";
import { mostLocalStates } from "../terms/children.ts";
import { isOnPolicyAlone } from "./on-policy-alone.ts";
import type { TrainerOptions } from "./options.ts";
import type { Scheduled } from "./schedules.ts";

/** What was set in vain, each with what it would need. */
export function idleOptions(options: TrainerOptions): readonly Wording[] {
  const { batch, replay, extraUpdates, localStates, dynamics, objective, templates, dataset } = options;
  const { ramp, rampOver } = options.reward;
  const explores = batch.exploratory > 0;
  const replays = batch.replay > 0 || extraUpdates > 0 || (dynamics.mode === "learned" && dynamics.replay);
  const readsNoise =
    objective.needs.includes("dynamics") ||
    (options.posterior ?? !learnsBackward(options.model)) ||
    batch.dataset > 0;
  const ofNoise =
    dynamics.mode === "known"
      ? ["dynamics"]
      : [
          ...(dynamics.rate === defaults.dynamicsRate ? [] : ["dynamicsRate"]),
          ...(dynamics.clip === defaults.clip ? [] : ["dynamicsClip"]),
          ...(dynamics.replay === undefined ? [] : ["dynamicsReplay"]),
        ];
  const teaches = !isOnPolicyAlone(objective.name) || options.lookAhead !== undefined || options.entropyRatio;
  const teachesNoise = dynamics.mode === "learned";
  const others = `with an objective that learns from other trajectories than its own samples, as ${objective.name} does not`;
  const looksAround = objective.extras.includes("children");
  const exploratory: Wording = (say) => `with ${say("batch.exploratory")} above 0`;
  const drawn: Wording = (say) =>
    `with ${say("batch.replay")} or ${say("extraUpdates")} above 0, or ${say("dynamicsReplay.rounds")}`;
  const trajectories = batch.onPolicy + batch.exploratory + batch.replay + batch.dataset;
  const states = mostLocalStates(options.environment, trajectories);
  const isFlat = always(options.epsilon, 1) && !always(options.temperature, defaults.temperature);
  return [
    ...(options.notes ?? []),
    ...(ramp > 0 && rampOver === undefined
      ? [
          (say: Spelling) =>
            `the exponent of the reward rises without ever arriving at the one that reports judge by, half the way in ${ramp} iterations: give the reward \`rampOver\`, or ${say("decayOver")}, half of which it then takes`,
        ]
      : []),
    ...idle("epsilon", !explores && options.epsilon !== defaults.epsilon, exploratory),
    ...idle("temperature", !explores && options.temperature !== defaults.temperature, exploratory),
    ...idle(
      "temperature",
      explores && isFlat,
      (say) => `with ${say("epsilon")} below 1, since all intentions are random otherwise`,
    ),
    ...idle("templates", !explores && templates !== undefined, exploratory),
    ...idle("replay.capacity", !replays && replay.capacity !== defaults.replay.capacity, drawn),
    ...idle("replay.priority", !replays && replay.priority !== defaults.replay.priority, drawn),
    ...idle(
      "batch.exploratory",
      !teaches && !teachesNoise && explores,
      (say) => `${others}, or ${say("dynamics", "learned")}`,
    ),
    ...idle(
      "batch.replay",
      !teaches && !(teachesNoise && replay.priority === 0) && batch.replay > 0,
      (say) => `${others}, or ${say("dynamics", "learned")} and ${say("replay.priority", 0)}`,
    ),
    ...idle("batch.dataset", !teaches && batch.dataset > 0, others),
    ...idle(
      "budget",
      isDatasetAlone(batch) && options.policy.budget !== undefined,
      "with fresh trajectories, since a dataset spends nothing",
    ),
    ...idle(
      "dataset",
      batch.dataset === 0 && dataset.length > 0,
      (say) => `with ${say("batch.dataset")} above 0`,
    ),
    ...idle(
      "localStates",
      !looksAround && localStates !== undefined && localStates !== defaults.localStates,
      "with an objective that looks at children, such as local-kl or edb",
    ),
    ...(looksAround &&
    localStates !== undefined &&
    localStates !== defaults.localStates &&
    localStates > states
      ? [
          (say: Spelling) =>
            `${say("localStates")} was ${localStates}, but the ${trajectories} trajectories of an update have at most ${states} states, and no more are looked at`,
        ]
      : []),
    ...(readsNoise || ofNoise.length === 0
      ? []
      : [
          (say: Spelling) =>
            `${ofNoise.map((path) => say(path)).join(", ")} was set, but ${objective.name} does not read the noise: that changes what is reported of it and what looking ahead assumes, not what is trained`,
        ]),
  ];
}

/** Whether a quantity has one value from beginning to end. */
function always(scheduled: Scheduled, value: number): boolean {
  return typeof scheduled === "number"
    ? scheduled === value
    : scheduled.from === value && scheduled.to === value;
}

/** That a setting was given in vain, and what it would need to have an effect. */
function idle(path: string, isIdle: boolean, needs: string | Wording): Wording[] {
  if (!isIdle) return [];
  return [
    (say) => `${say(path)} was set, but has an effect only ${typeof needs === "string" ? needs : needs(say)}`,
  ];
}

/** Fields of a setup that do nothing beside the others, each with what it would need; `kind` is the network it gets. */
export function idleFields(setup: TrainingSetup, kind: ModelKind): readonly Wording[] {
  const { model = {}, dynamics, budget, decayOver, finalRate, entropyRatio } = setup;
  const known = dynamics === "known";
  const { backward, objective = sdb } = setup;
  const ofNetworks: Wording = (say) => `without ${say("model.kind", "table")}`;
  const ofKmers: Wording = (say) => `with ${say("model.kind", "kmer")}`;
  const ofTransformers: Wording = (say) => `with ${say("model.kind", "transformer")}`;
  const learned: Wording = (say) => `with ${say("dynamics", "learned")}`;
  const moving: Wording = (say) => `with ${say("dynamicsRate")} above 0`;
  return [
    ...idle("model.hidden", kind === "table" && model.hidden !== undefined, ofNetworks),
    ...idle("model.layers", kind === "table" && model.layers !== undefined, ofNetworks),
    ...idle("model.kmer", kind !== "kmer" && model.kmer !== undefined, ofKmers),
    ...idle("model.heads", kind !== "transformer" && model.heads !== undefined, ofTransformers),
    ...idle("model.positions", kind !== "transformer" && model.positions !== undefined, ofTransformers),
    ...idle(
      "dynamicsRate",
      known && setup.dynamicsRate !== undefined && !setup.lookAhead,
      (say) => `with ${say("dynamics", "learned")} or ${say("lookAhead")}`,
    ),
    ...idle("dynamicsClip", known && setup.dynamicsClip !== undefined, learned),
    ...idle("dynamicsClip", !known && setup.dynamicsRate === 0 && setup.dynamicsClip !== undefined, moving),
    ...idle(
      "backward",
      backward !== undefined && !objective.needs.includes("backward"),
      `with an objective that reads a backward policy, as ${objective.name} does not`,
    ),
    ...idle(
      "entropyRatio.weight",
      entropyRatio?.weight !== undefined && entropyRatio.use !== "balance",
      (say) => `with ${say("entropyRatio.use", "balance")}`,
    ),
    ...idle(
      "entropyRatio.use",
      entropyRatio?.gamma === 1,
      (say) => `with ${say("entropyRatio.gamma")} below 1, since 1 makes the ratio neutral`,
    ),
    ...idle(
      "dynamicsReplay.rounds",
      !known && setup.dynamicsRate === 0 && setup.dynamicsReplay !== undefined,
      moving,
    ),
    ...idle("dynamicsReplay.rounds", known && setup.dynamicsReplay !== undefined, learned),
    ...idle(
      "decayOver",
      budget !== undefined && decayOver !== undefined,
      (say) => `without ${say("budget")}`,
    ),
    ...idle(
      "finalRate",
      budget === undefined && !decayOver && finalRate !== undefined,
      (say) => `with ${say("decayOver")} or ${say("budget")}, since the rate stays as it is without`,
    ),
  ];
}
