/** From what was asked for to the configuration that a run keeps: complete, and with paths that hold from anywhere. */
import { basename, resolve } from "node:path";
import { WindageError } from "../../error.ts";
import { defaultConfig, recordSpecs, type ExperimentConfig } from "../../run/config/config.ts";
import { splitTable } from "../../world/condition/split-table.ts";
import { isModule } from "../../world/module/is-module.ts";
import { scoreSources } from "../../world/settings/score-source.ts";
import { taskInWords, taskOf } from "../../world/task/registry.ts";
import { readSecrets, requirePlainAddress } from "../../world/oracle/oracle-secrets.ts";
import { experimentOptions } from "../../run/config/run-options.ts";
import { byPath, requireEffect } from "../../settings/effect.ts";
import { defaultAmong, type ValueSpec, type ValuesOf } from "../../settings/value-spec.ts";
import type { Wording } from "../../wording.ts";

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

/** What would contradict itself. */
function refuseConflicts(values: TrainValues, given: ReadonlySet<string>): void {
  const { length, minLength, maxLength } = values;
  const { hasScores, noise, oneExponent } = taskOf(values);
  const named = scoreSources.filter((name) => values[name] !== undefined).map((name) => pathOf(name));
  const [source, ...sources] = named;
  if (source !== undefined && hasScores) {
    throw conflict(
      source,
      () => `another source of scores for ${taskInWords(values)}, which has its own; leave one of them out.`,
    );
  }
  if (sources.length > 0) {
    throw new WindageError("cli/conflict", (say) => {
      const names = named.map((path) => say(path)).join(" and ");
      return `${names}: got ${named.length} sources of scores, expected one source; choose.`;
    });
  }
  if (noise.length === 0 && given.has("alpha")) {
    throw conflict(
      "alpha",
      () =>
        `${values.alpha} for ${taskInWords(values)}, whose environment brings its own noise; leave it out, or use withNoise there.`,
    );
  }
  const { dataset, minimize, log, utility } = values;
  if (dataset !== undefined && (minimize || log || utility !== "given")) {
    const other = minimize ? "minimize" : log ? "log" : "utility";
    throw conflict(
      "dataset",
      (say) =>
        `it beside ${say(other)}, but its scores would stay as they are; leave it out, since what ${say("oracle.csv")} lists is found anyway.`,
    );
  }
  if (given.has("beta") && values.betaRange !== undefined) {
    throw conflict(
      "beta",
      (say) =>
        `it beside ${say("betaRange")}, which draws exponents from a range; leave one of them out. Which exponent is sampled is said then, as in "windage sample latest --beta 3".`,
    );
  }
  if (values.betaRange !== undefined && (oneExponent !== undefined || values.ramp > 0)) {
    throw conflict("betaRange", (say) => {
      const beside =
        oneExponent === undefined
          ? `${say("ramp")}, which moves one exponent`
          : `${taskInWords(values)}, ${oneExponent}`;
      return `it beside ${beside}; leave one of them out.`;
    });
  }
  const conditions = (["conditionTable", "betaRange"] as const).find((name) => values[name] !== undefined);
  if (conditions !== undefined && dataset !== undefined) {
    throw conflict(
      "dataset",
      (say) =>
        `it beside ${say(conditions)}, but its rows do not say which condition they are of; leave one of them out.`,
    );
  }
  if (length !== undefined && (minLength !== undefined || maxLength !== undefined)) {
    throw conflict(
      "length",
      (say) =>
        `it beside ${say("minLength")} or ${say("maxLength")}, expected one or the other; leave ${say("length")} out if lengths differ.`,
    );
  }
}

function conflict(path: string, got: Wording): WindageError {
  return new WindageError("cli/conflict", (say) => `${say(path)}: got ${got(say)}`);
}

function pathOf(name: keyof typeof experimentOptions): string {
  const { path = name }: ValueSpec = experimentOptions[name];
  return path;
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
