/** Settings of training as a program gives them, by their names in docs/cli.md, to a complete configuration. */
import { recordSpecs, type ExperimentConfig } from "../../run/config/config.ts";
import { experimentOptions } from "../../run/config/run-options.ts";
import { settingsGiven } from "../settings-given.ts";
import { configOf, type TrainValues } from "./train-config.ts";

/** What is trained and how; everything has a default. */
export type TrainSettings = { readonly [K in keyof TrainValues]?: TrainValues[K] | undefined };

/** The configuration of a run with these settings; what cannot be, or would do nothing, is refused. */
export function configFor(settings: TrainSettings): ExperimentConfig {
  const { values, given } = settingsGiven({ task: recordSpecs["task"]!, ...experimentOptions }, settings);
  return configOf(values as unknown as TrainValues, given);
}
