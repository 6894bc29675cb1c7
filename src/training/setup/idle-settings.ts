/**
 * Settings that were given but do nothing beside the others, by the conditions in their table. The command line refuses
 * them; a program, which may set many at once and vary some, is told by `notes`.
 */
import { sdb } from "../../objective/balance/sdb.ts";
import { lacking } from "../../settings/effect.ts";
import { type Condition, defaultAmong, type Settings, type ValueSpec } from "../../settings/value-spec.ts";
import { usualNumber } from "../../settings/training/index.ts";
import { inLibrary, inWords, type Spelling, type Wording } from "../../wording.ts";
import { choiceOf, withoutOwnModel } from "../policy/own-model.ts";
import type { ModelKind } from "../policy/state-model.ts";
import { learnsBackward } from "../terms/batch-inputs.ts";
import { mostLocalStates } from "../terms/children.ts";
import { settingIn, setupSettings, type SetupSetting, whole } from "./check-setup.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import { isDatasetAlone } from "./dataset-alone.ts";
import type { TrainerOptions } from "./options.ts";

/** What was set in vain, each with what it would need; `kind` is the network that the setup gets. */
export function idleFields(given: TrainingSetup, kind: ModelKind): readonly Wording[] {
  const setup = withoutOwnModel(given);
  const settings = settingsOf(setup, kind);
  const vain = new Map<string, { readonly words: Condition["words"]; readonly paths: Set<string> }>();
  for (const [path, setting] of setupSettings) {
    const value = settingIn(setup, path);
    if (value === undefined || isUsual(value, usualOf(setting, settings))) continue;
    const needs = [
      ...(setting.needs ?? []),
      ...("needsInPrograms" in setting ? (setting.needsInPrograms ?? []) : []),
    ];
    const words = lacking({ needs }, settings);
    if (words === undefined) continue;
    const alike = vain.get(inWords(words, inLibrary)) ?? { words, paths: new Set<string>() };
    const [parent] = path.split(".") as [string];
    alike.paths.add(parent in whole ? parent : path);
    vain.set(inWords(words, inLibrary), alike);
  }
  const told = Array.from(vain.values(), ({ words, paths }): Wording => (say) => {
    const [set, have] = paths.size === 1 ? ["was set", "has"] : ["were set", "have"];
    return `${Array.from(paths, (path) => say(path)).join(", ")} ${set}, but ${have} an effect only ${inWords(words, say)}`;
  });
  return [...told, ...idleBackward(setup)];
}

/** All values by their paths, the usual ones filled in, as conditions ask for them. */
function settingsOf(setup: TrainingSetup, kind: ModelKind): Settings {
  const kinds = { "model.kind": kind };
  const given = Array.from(setupSettings, ([path, setting]) => {
    const value = settingIn(setup, path);
    return [path, value ?? usualOf(setting, kinds)] as const;
  });
  const all = Object.fromEntries(given);
  const alone = isDatasetAlone({
    onPolicy: Number(all["batch.onPolicy"]),
    exploratory: Number(all["batch.exploratory"]),
  });
  const { objective = sdb, dynamics = alone ? "known" : "learned", model, observes } = setup;
  return {
    ...all,
    ...kinds,
    objective: objective.name,
    dynamics,
    observes: observes ?? (choiceOf(model).thoughts === undefined ? "outcomes" : "both"),
    // What a process remembers is refused with a dataset, whatever else is set.
    noise: "sticky",
    ...(typeof setup.epsilon === "object" ? { epsilon: setup.epsilon.from } : {}),
  };
}

/** What a setting is unless it is given; a ramp, a part or a list is nothing. */
function usualOf(setting: SetupSetting, settings: Settings): unknown {
  const { kind, default: usual } = setting as ValueSpec & { readonly default?: unknown };
  if (typeof usual !== "number" || (kind !== "integer" && kind !== "number")) return usual;
  return defaultAmong(setting as Parameters<typeof defaultAmong>[0], settings);
}

function isUsual(value: unknown, usual: unknown): boolean {
  return value === usual || (Array.isArray(value) && value.length === 0);
}

function idleBackward({ backward, objective = sdb }: TrainingSetup): readonly Wording[] {
  if (backward === undefined || objective.needs.includes("backward")) return [];
  return [
    (say) =>
      `${say("backward")} was set, but has an effect only with an objective that reads a backward policy, as ${objective.name} does not`,
  ];
}

/** What is idle by what the options came to, and what was said when they were filled in. */
export function idleOptions(options: TrainerOptions): readonly Wording[] {
  const filledIn = options.notes ?? idleFields(setupOf(options), "mlp");
  return [...filledIn, ...tooManyStates(options), ...unreadNoise(options), ...endlessRamp(options)];
}

/** Options that nobody filled in as a setup, as far as its settings can be idle. */
function setupOf({ policy, dynamics, lookAhead, ...options }: TrainerOptions): TrainingSetup {
  const { batch, replay, extraUpdates, localStates, epsilon, temperature, templates, dataset } = options;
  const given = { batch, replay, extraUpdates, epsilon, temperature, dataset, objective: options.objective };
  return {
    ...given,
    dynamics: dynamics.mode,
    lookAhead: lookAhead ? 1 : 0,
    ...(localStates === undefined ? {} : { localStates }),
    ...(templates ? { templates } : {}),
    ...(policy.budget ? { budget: policy.budget } : {}),
    ...(options.entropyRatio ? { entropyRatio: options.entropyRatio } : {}),
    ...(dynamics.mode === "learned" && dynamics.replay ? { dynamicsReplay: dynamics.replay } : {}),
  };
}

/** More visited states than a batch can have. */
function tooManyStates({ environment, objective, batch, localStates }: TrainerOptions): readonly Wording[] {
  if (!objective.extras.includes("children") || localStates === undefined) return [];
  if (localStates === usualNumber("localStates")) return [];
  const trajectories = batch.onPolicy + batch.exploratory + batch.replay + batch.dataset;
  const states = mostLocalStates(environment, trajectories);
  if (localStates <= states) return [];
  return [
    (say) =>
      `${say("localStates")} was ${localStates}, but the ${trajectories} trajectories of an update have at most ${states} states, and no more are looked at`,
  ];
}

/** What is set about a noise model that the objective does not read. */
function unreadNoise({ objective, posterior, model, batch, dynamics }: TrainerOptions): readonly Wording[] {
  if (objective.needs.includes("dynamics") || (posterior ?? !learnsBackward(model)) || batch.dataset > 0)
    return [];
  const set =
    dynamics.mode === "known"
      ? ["dynamics"]
      : [
          ...(dynamics.rate === usualNumber("dynamicsRate") ? [] : ["dynamicsRate"]),
          ...(dynamics.clip === usualNumber("dynamicsClip") ? [] : ["dynamicsClip"]),
          ...(dynamics.replay === undefined ? [] : ["dynamicsReplay"]),
        ];
  if (set.length === 0) return [];
  return [
    (say: Spelling) =>
      `${set.map((path) => say(path)).join(", ")} was set, but ${objective.name} does not read the noise: that changes what is reported of it and what looking ahead assumes, not what is trained`,
  ];
}

/** A target that moves for ever. */
function endlessRamp({ reward: { ramp, rampOver } }: TrainerOptions): readonly Wording[] {
  if (ramp === 0 || rampOver !== undefined) return [];
  return [
    (say) =>
      `the exponent of the reward rises without ever arriving at the one that reports judge by, half the way in ${ramp} iterations: give the reward \`rampOver\`, or ${say("decayOver")}, half of which it then takes`,
  ];
}
