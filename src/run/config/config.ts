/**
 * The configuration of a training run, as it is kept in config.json: plain data with every default filled in, so that a
 * run can be made again from its folder alone. What may be in it, and within which bounds, is the option schema's to say.
 */
import { WindageError } from "../../error.ts";
import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import { experimentOptions } from "./run-options.ts";
import { usualTask } from "../../world/task/sim8.ts";
import { validateValue } from "../../settings/validate-value.ts";
import {
  defaultOf,
  expectationOf,
  type Opening,
  type RecordedValue,
  type SpecTable,
  type ValueSpec,
} from "../../settings/value-spec.ts";

/** `length` is only a short way to write the other two. */
const { length: _length, ...recordedOptions } = experimentOptions;

type Recorded = { readonly [K in keyof typeof recordedOptions]: RecordedValue<(typeof recordedOptions)[K]> };

export interface ExperimentConfig extends Omit<Recorded, "alpha"> {
  /** `sim8`, `grid`, the name of a table in the data folder, the path of a module, or any name beside a source of scores. */
  readonly task: string;
  /** Which defaults `auto` stands for; see `currentDefaults`. */
  readonly defaults: number;
  /** Where the program that scores is started. */
  readonly folder: string | null;
  /** Probability that something else than intended is written; null where a module's environment or a matrix has its own. */
  readonly alpha: number | null;
}

/** The defaults of new runs: 1 before networks past enumeration read spectra, 2 since. */
export const currentDefaults = 2;

/** What is not in records of versions that knew it not, where that is something else than the default since. */
const before: Readonly<Record<string, number | string>> = { defaults: 1, objective: "sdb" };

/** Everything that a record holds. */
export const recordSpecs: SpecTable = {
  defaults: {
    kind: "integer",
    min: 1,
    max: currentDefaults,
    default: currentDefaults,
    description: "Which defaults `auto` stands for: those of a run stay what they were.",
  },
  task: {
    kind: "text",
    valueName: "task",
    opens: "module",
    default: usualTask,
    description: "What is built.",
  },
  folder: { kind: "text", valueName: "folder", description: "Where the program that scores is started." },
  ...recordedOptions,
};
/** Null where something else says it, although there is a default. */
const nullable: ReadonlySet<string> = new Set(["alpha"]);

export const defaultConfig = Object.fromEntries(
  Object.entries(recordSpecs).map(([name, spec]) => [name, defaultOf(spec) ?? null]),
) as unknown as ExperimentConfig;

/** The settings of a record that open something, with what. */
export const openingSettings: readonly (readonly [name: string, opens: Opening])[] = Object.entries(
  recordSpecs,
).flatMap(([name, { opens }]) => (opens === undefined ? [] : [[name, opens] as const]));

/**
 * The configuration in a run's record; every field must be of the right kind and within its bounds. A field that is not
 * there was unknown to the version that made the run, and has the default that does what that version did.
 */
export function readConfig(where: string, value: JsonObject): ExperimentConfig {
  const read = Object.entries(recordSpecs).map(([name, spec]): [string, unknown] => {
    const got = value[name];
    if (got === undefined) return [name, before[name] ?? defaultOf(spec) ?? null];
    if (got === null && (nullable.has(name) || defaultOf(spec) === undefined)) return [name, null];
    return [name, readValue(where, name, spec, got)];
  });
  return Object.fromEntries(read) as unknown as ExperimentConfig;
}

function readValue(where: string, name: string, spec: ValueSpec, got: JsonValue): unknown {
  try {
    return validateValue(spec, got, name);
  } catch (cause) {
    throw new WindageError(
      "run/broken-config",
      `${where}: got ${JSON.stringify(got)} for "${name}" in its config.json, expected ${expectationOf(spec)}.`,
      { cause },
    );
  }
}
