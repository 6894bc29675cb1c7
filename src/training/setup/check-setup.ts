/**
 * Holds what `createTrainer` is given against the table of settings: names of fields, since a misspelt one would train
 * something else in silence, and values, since a rate below zero, an objective given by its name or a ramp without an
 * end would train nothing or fail far from where the mistake was made.
 */
import { WindageError, type ErrorCode } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import { describeValue, requireKnownFields } from "../../known-fields.ts";
import type { ThoughtOptions } from "../../model/thoughts/thought-encoder.ts";
import { runSettings } from "../../settings/run-settings.ts";
import { trainingSettings, usualNumber } from "../../settings/training/index.ts";
import { programSettings, type ProgramSetting } from "../../settings/training/program-settings.ts";
import { validateValue } from "../../settings/validate-value.ts";
import type { ProgramSpec, ValueSpec } from "../../settings/value-spec.ts";
import type { DynamicsReplayOptions } from "../memory/dynamics-replay.ts";
import { withoutOwnModel } from "../policy/own-model.ts";
import type { ModelChoice } from "../policy/state-model.ts";
import type { EntropyRatioUse } from "../terms/entropy-ratio-use.ts";
import type { Budget } from "./budget.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import { isDatasetAlone } from "./dataset-alone.ts";
import type { BatchMix, ReplayOptions } from "./options.ts";

/** Settings that stand in an object of their own. */
interface Inside {
  readonly model: Omit<ModelChoice, "thoughts">;
  readonly "model.thoughts": ThoughtOptions;
  readonly batch: BatchMix;
  readonly replay: ReplayOptions;
  readonly dynamicsReplay: DynamicsReplayOptions;
  readonly entropyRatio: EntropyRatioUse;
  readonly budget: Budget;
}

/** Every setting there is, as types know them. */
type Path =
  | Exclude<keyof TrainingSetup, keyof Inside>
  | { [K in keyof Inside]: `${K}.${keyof Inside[K] & string}` }[keyof Inside];

/** What a table says of a setting. */
export type SetupSetting = ProgramSetting | ValueSpec;

const complete: Readonly<Record<Path, SetupSetting>> = {
  ...programSettings,
  ...trainingSettings,
  seed: runSettings.seed,
};

/** All settings of a setup by their paths; the compiler sees to it that none is missing. */
export const setupSettings: ReadonlyMap<string, SetupSetting> = new Map(Object.entries(complete));

/** Objects that have to be whole where they are given, and what is expected of them. */
export const whole: Readonly<Record<string, string>> = {
  epsilon: "a number, or all of from, to and over",
  temperature: "a number, or all of from, to and over",
  budget: "both limits, Infinity where there is none",
};

/** Codes of mistakes by the object that they are in. */
const codes: Readonly<Record<string, ErrorCode>> = {
  batch: "training/bad-batch",
  entropyRatio: "training/bad-entropy-ratio",
};

/** The value of a setting in a setup; that of a ramp is where it begins. */
export function settingIn(setup: object, path: string): unknown {
  let found: unknown = setup;
  for (const name of path.split(".")) {
    if (!isRecord(found)) return undefined;
    found = found[name];
  }
  return found;
}

/** Refuses fields that nobody reads, and values that cannot train. */
export function checkSetup(given: TrainingSetup): void {
  checkFields(given);
  const setup = withoutOwnModel(given);
  if (setup.landscape === undefined && !learnsFromDatasetAlone(setup)) {
    throw refuse("landscape", undefined, `expected ${programSettings.landscape.such}.`);
  }
  for (const [path, setting] of setupSettings) {
    const value = settingIn(setup, path);
    if (value === undefined || (path in whole && typeof value === "object")) continue;
    checkValue(path, "description" in setting ? inPrograms(setting) : setting, value);
  }
}

function checkFields(given: TrainingSetup): void {
  const code = "training/unknown-option";
  const setup = given === undefined || given === null ? given : withoutOwnModel(given);
  // A module for `windage train` may be spread into a setup; what it says to that command alone is passed over.
  const {
    exact: _exact,
    conditions: _conditions,
    ...own
  } = { ...setup } as Readonly<Record<string, unknown>>;
  requireKnownFields(code, "createTrainer", setup === undefined ? setup : own, fieldsBelow(""));
  for (const parent of new Set(
    Array.from(setupSettings.keys(), (path) => path.split(".").slice(0, -1).join(".")),
  )) {
    const value = parent === "" ? undefined : settingIn(setup, parent);
    // A number where a ramp could be is refused, if at all, with the range that it belongs to.
    if (value === undefined || (setupSettings.has(parent) && typeof value !== "object")) continue;
    const fields = fieldsBelow(`${parent}.`);
    requireKnownFields(code, parent, value, fields);
    const absent = Object.keys(fields).find((name) => settingIn(setup, `${parent}.${name}`) === undefined);
    if (parent in whole && absent !== undefined) {
      throw refuse(`${parent}.${absent}`, undefined, `expected ${whole[parent]}.`);
    }
  }
}

/** The names that may stand in an object. */
function fieldsBelow(prefix: string): Readonly<Record<string, true>> {
  const below = Array.from(setupSettings.keys()).filter((path) => path.startsWith(prefix));
  return Object.fromEntries(below.map((path) => [path.slice(prefix.length).split(".")[0]!, true]));
}

/** There every score is known beforehand, and nobody need be asked for one. */
function learnsFromDatasetAlone({ batch }: TrainingSetup): boolean {
  const { onPolicy = usualNumber("batch.onPolicy"), exploratory = 0 } = batch ?? {};
  return isDatasetAlone({ onPolicy, exploratory });
}

/** What a program may give, where that is more or less than can be typed. */
function inPrograms({ unset, inPrograms: own, ...setting }: ValueSpec): ProgramSetting {
  const choices = "choices" in setting ? { choices: setting.choices.filter((one) => one !== unset) } : {};
  return { ...setting, ...choices, ...own } as ProgramSetting;
}

function checkValue(path: string, setting: SetupSetting, value: unknown): void {
  const spec = setting as ProgramSpec | ValueSpec;
  if (spec.kind === "part") {
    if (isRecord(value) && typeof value[spec.does] === "function") return;
    throw refuse(path, value, `expected ${spec.such}.`);
  }
  if (spec.kind === "function") {
    if (typeof value === "function") return;
    throw refuse(path, value, "expected a function.");
  }
  if (spec.kind === "limit") {
    if (typeof value === "number" && value > 0) return;
    throw refuse(path, value, "expected a number above 0.");
  }
  if (spec.kind === "entries") {
    if (Array.isArray(value)) return checkDataset(value, spec.such);
    throw refuse(path, value, `expected a list of ${spec.such}.`);
  }
  validateValue(spec, value, path, codes[path.split(".")[0]!] ?? "training/bad-option");
}

function checkDataset(dataset: readonly unknown[], such: string): void {
  for (const [i, entry] of dataset.entries()) {
    const { object, real, score } = isRecord(entry) ? entry : {};
    const isPath = real instanceof Int32Array || Array.isArray(real);
    if (typeof object === "string" && isPath && Number.isFinite(score)) continue;
    const [name, value] =
      typeof object !== "string" ? ["object", object] : isPath ? ["score", score] : ["real", real];
    throw new WindageError(
      "training/bad-option",
      `dataset[${i}]: got ${name} ${describeValue(value)}, expected a text, its outcomes and a finite number as ${such}; replaySequence(environment, object).outcomes gives the outcomes of a sequence.`,
    );
  }
}

function refuse(path: string, value: unknown, advice: string): WindageError {
  return new WindageError("training/bad-option", `${path}: got ${describeValue(value)}, ${advice}`);
}
