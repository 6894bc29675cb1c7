/** Settings of training as a program gives them, by their names in docs/cli.md, to a complete configuration. */
import { WindageError } from "../../error.ts";
import { defaultConfig, type ExperimentConfig } from "../../experiment/config.ts";
import { experimentOptions } from "../../experiment/options/index.ts";
import { validateValue } from "../../settings/validate-value.ts";
import { defaultOf, type SpecTable } from "../../settings/value-spec.ts";
import { suggestion } from "../../suggest.ts";
import { configOf, type TrainValues } from "./train-config.ts";

/** What is trained and how; everything has a default. */
export type TrainSettings = { readonly [K in keyof TrainValues]?: TrainValues[K] | undefined };

/** The configuration of a run with these settings; what cannot be, or would do nothing, is refused. */
export function configFor(settings: TrainSettings): ExperimentConfig {
  const specs: SpecTable = experimentOptions;
  const values = new Map(
    Object.entries(specs).map(([name, spec]): [string, unknown] => [name, defaultOf(spec)]),
  );
  values.set("task", defaultConfig.task);
  const given = new Set<string>();
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (name === "task") values.set(name, value);
    else if (spec === undefined) throw unknown(name, [...values.keys()]);
    else values.set(name, validateValue(spec, value, name));
    given.add(name);
  }
  return configOf(Object.fromEntries(values) as unknown as TrainValues, given);
}

function unknown(name: string, known: readonly string[]): WindageError {
  return new WindageError(
    "job/unknown-setting",
    `got the unknown setting "${name}"; ${suggestion(name, known)}`,
  );
}
