/**
 * All settings of training, keyed by the path that each has in the library. `createTrainer` validates from this table;
 * flags, config files, records of runs, help and docs/cli.md have those that can be typed, by their names.
 */
import { defaultAmong, type Settings } from "../value-spec.ts";
import { batchSettings } from "./batch-settings.ts";
import { modelSettings } from "./model-settings.ts";
import { noiseSettings } from "./noise-settings.ts";

export const trainingSettings = { ...modelSettings, ...batchSettings, ...noiseSettings } as const;

/** Settings that are a number, with one that they have unless told. */
export type NumberPath = {
  [Path in keyof typeof trainingSettings]: (typeof trainingSettings)[Path] extends {
    readonly default: number;
  }
    ? Path
    : never;
}[keyof typeof trainingSettings];

/** What a number is unless told, beside other settings and what is known of the world. */
export function usualNumber(path: NumberPath, settings: Settings = {}): number {
  return defaultAmong(trainingSettings[path], settings);
}

/**
 * What trainers do with their samples in a comparison, unless told: as many per iteration, as many again from replay and
 * as many updates as the baselines that learn (soft-q, sac).
 */
export const comparisonBatch = { onPolicy: 64, replay: 64, extraUpdates: 1 } as const;
