/** From what was asked for to the configuration that a run keeps: complete, and with paths that hold from anywhere. */
import { basename, resolve } from "node:path";
import {
  currentDefaults,
  defaultConfig,
  recordSpecs,
  type ExperimentConfig,
} from "../../run/config/config.ts";
import { splitTable } from "../../world/condition/split-table.ts";
import { isModule } from "../../world/module/is-module.ts";
import { taskOf } from "../../world/task/registry.ts";
import { readSecrets, requirePlainAddress } from "../../world/oracle/oracle-secrets.ts";
import { refuseConflicts } from "../../run/config/conflicts.ts";
import { experimentOptions } from "../../run/config/run-options.ts";
import { byPath, requireEffect } from "../../settings/effect.ts";
import { defaultAmong, type ValueSpec, type ValuesOf } from "../../settings/value-spec.ts";

type TaskArgument = {
  readonly task: { readonly kind: "text"; readonly valueName: string; readonly description: string };
};

/** A value for every setting of training, undefined where it has none. */
export type TrainValues = ValuesOf<TaskArgument, typeof experimentOptions>;

/**
 * Checks what only makes sense together and fills in the rest. `given` are the names that were typed or stand in a config
 * file, and must have an effect; `set` those whose values stay as they are, where there are more. The others have their
 * defaults.
 */
export function configOf(
  { length, ...values }: TrainValues,
  given: ReadonlySet<string> = new Set(),
  set: ReadonlySet<string> = given,
): ExperimentConfig {
  refuseConflicts({ length, ...values }, given);
  // Before anything is kept: what is no name of a variable may be a secret, and so may a part of an address.
  readSecrets("oracleHeader", values.oracleHeader ?? []);
  readSecrets("oracleQuery", values.oracleQuery ?? []);
  if (values.oracleUrl !== undefined) requirePlainAddress(values.oracleUrl);
  // Of sequences each has one parent; of anything else several may lead to a state.
  const severalParents = taskOf(values).builds !== "sequences";
  const all = { ...byPath(experimentOptions, values), severalParents };
  const hasOwnNoise = taskOf(values).noise.length === 0 || values.noiseMatrix !== undefined;
  const told: Readonly<Record<string, unknown>> = {
    ...values,
    defaults: currentDefaults,
    minLength: values.minLength ?? length,
    maxLength: values.maxLength ?? length,
    alpha: hasOwnNoise ? null : values.alpha,
    folder: values.oracleCommand === undefined ? null : process.cwd(),
  };
  const recorded = Object.entries(recordSpecs).map(([name, spec]) => {
    const value = "defaults" in spec && !set.has(name) ? defaultAmong(spec, all) : told[name];
    return [name, wherever(spec, value ?? null)];
  });
  const config = Object.fromEntries(recorded) as ExperimentConfig;
  requireEffect(experimentOptions, given, { ...config });
  return config;
}

/** A value with paths that hold from anywhere. */
function wherever({ opens }: ValueSpec, value: unknown): unknown {
  if (typeof value === "string") {
    return opens === "file" || (opens === "module" && isModule(value)) ? resolve(value) : value;
  }
  return opens === "named files" && Array.isArray(value)
    ? value.map((text) => fullTable(String(text)))
    : value;
}

/** `name=file` with a path that holds from anywhere. */
function fullTable(text: string): string {
  const { name, path } = splitTable(text);
  return name === undefined ? resolve(path) : `${name}=${resolve(path)}`;
}

/** What the run is called in lists. */
export function labelOf({
  task,
  conditionTable,
  oracleCsv,
  oracleCommand,
  oracleUrl,
}: ExperimentConfig): string {
  if (isModule(task)) return basename(task).slice(0, 200);
  if (task !== defaultConfig.task) return task;
  if (conditionTable !== null) return "tables";
  if (oracleCsv !== null) return basename(oracleCsv).slice(0, 200);
  if (oracleCommand !== null) return basename(oracleCommand.at(-1)!).slice(0, 200) || "command";
  if (oracleUrl !== null) return URL.canParse(oracleUrl) ? new URL(oracleUrl).hostname.slice(0, 200) : "url";
  return task;
}
