/** What a configuration says of training, as `createTrainer` takes it: all but what would be opened or asked. */
import type { Environment } from "../../environment/environment.ts";
import type { Reward } from "../../landscape/reward.ts";
import { parseObjective } from "../../objective/registry.ts";
import { byPath, lacking } from "../../settings/effect.ts";
import { groups } from "../../settings/groups.ts";
import { trainingSettings } from "../../settings/training/index.ts";
import type { Settings, ValueSpec } from "../../settings/value-spec.ts";
import type { Budget } from "../../training/setup/budget.ts";
import { choiceOf } from "../../training/policy/own-model.ts";
import type { ModelChoice, ModelKind } from "../../training/policy/state-model.ts";
import type { Scheduled } from "../../training/setup/schedules.ts";
import type { TrainingSetup } from "../../training/setup/create-trainer.ts";
import { usualModel } from "../../training/setup/usual-choices.ts";
import type { ExperimentConfig } from "./config.ts";
import { methodOptions } from "./run-options.ts";

/** Before these defaults the model past enumeration was that of k-mers. */
const spectrumSince = 2;

/** Settings beside those of networks that are left out where they have no effect, since they would be told as idle. */
const leftOut: ReadonlySet<string> = new Set(["dynamicsRate", "dynamicsClip", "entropyRatio.weight"]);

/** Settings that are no more than a value in a configuration, or are told by several. */
const toldApart: ReadonlySet<string> = new Set([
  "objective",
  "dataset",
  "observes",
  "epsilon.to",
  "temperature.to",
]);

/** All of a setup but what would be asked or read: enough for the policy alone. */
export function setupOf(
  config: ExperimentConfig,
  { environment, reward }: { readonly environment: Environment; readonly reward?: Reward },
  budget?: Budget,
): TrainingSetup {
  const { iterations, observes, seed } = config;
  const told = toldIn({
    ...byPath(methodOptions, { ...config }),
    "model.kind": modelKind(config, environment),
  });
  const { model, ...others } = told as Partial<Omit<TrainingSetup, "model">> & {
    readonly model?: ModelChoice;
  };
  return {
    ...others,
    model: observes === "memory" ? { ...model, thoughts: { kind: observes } } : { ...model },
    environment,
    ...(reward ? { reward } : {}),
    ...(config.objective === "auto" ? {} : { objective: parseObjective(config.objective) }),
    ...(observes === "intentions" ? { observes } : {}),
    ...(budget ? { budget } : { decayOver: iterations }),
    epsilon: scheduled(config.epsilon, config.finalEpsilon, iterations),
    temperature: scheduled(config.temperature, config.finalTemperature, iterations),
    seed,
  };
}

/** The settings that are told, each in the object that its path says; an object that is switched off is not told. */
function toldIn(values: Settings): Readonly<Record<string, unknown>> {
  const table = Object.entries<ValueSpec>(trainingSettings);
  const off = new Set(
    table.filter(([path, { unset }]) => values[path] === unset).map(([path]) => parentOf(path)),
  );
  const setup: Record<string, unknown> = {};
  for (const [path, spec] of table) {
    const value = values[path];
    const isOff = path.includes(".") && off.has(parentOf(path));
    if (toldApart.has(path) || isOff || value === null || value === spec.unset) continue;
    const mayBeIdle = spec.group === groups.model || leftOut.has(path);
    if (!mayBeIdle || lacking(spec, values) === undefined) put(setup, path.split("."), value);
  }
  return setup;
}

function parentOf(path: string): string {
  return path.split(".").slice(0, -1).join(".");
}

function put(into: Record<string, unknown>, [name, ...inside]: readonly string[], value: unknown): void {
  if (inside.length === 0) into[name!] = value;
  else put((into[name!] ??= {}) as Record<string, unknown>, inside, value);
}

/** A straight line over the whole run where an end is given. */
function scheduled(from: number, to: number | null, over: number): Scheduled {
  return to === null ? from : { from, to, over };
}

/** The network of a configuration on an environment. */
export function modelOf(config: ExperimentConfig, environment: Environment): ModelChoice {
  return choiceOf(setupOf(config, { environment }).model);
}

function modelKind({ model, observes, defaults }: ExperimentConfig, environment: Environment): ModelKind {
  if (model !== "auto") return model;
  if (observes === "intentions") return "kmer";
  const usual = usualModel(environment);
  return usual === "spectrum" && defaults < spectrumSince ? "kmer" : usual;
}
