/**
 * The one option schema: what can be set about an experiment, with bounds, defaults, words and when it has an effect.
 * Flags, config files, the records of runs, comparisons, help and docs/cli.md are all made from it.
 */
import { WindageError } from "../../error.ts";
import { runOptions } from "../../settings/run-settings.ts";
import { trainingSettings } from "../../settings/training/index.ts";
import { flagsOf, named, type SpecTable } from "../../settings/value-spec.ts";
import type { Spelling } from "../../wording.ts";
import { only } from "../../world/settings/needs.ts";
import { worldOptions } from "../../world/settings/world-settings.ts";

const ofTraining = named(trainingSettings);

/** Settings of the method, by their names; what needs letters says so here, where tasks are known. */
export const methodOptions = {
  ...ofTraining,
  lookAhead: { ...ofTraining.lookAhead, needs: [only.onTokens] },
} as const;

export const experimentOptions = { ...worldOptions, ...methodOptions, ...runOptions } as const;

const flags = flagsOf(experimentOptions satisfies SpecTable);

/** How the command line writes settings: `--on-policy` for `batch.onPolicy`. */
export const asFlags: Spelling = (path, value) => {
  // What a sampler may observe beside outcomes: what it intended, or what the process itself remembers.
  if (path === "model.thoughts") return flags("observes", "both");
  return path === "model.thoughts.kind" && value === "memory" ? flags("observes", value) : flags(path, value);
};

/** Does something, and lets its mistakes be told in the words that were typed. */
export async function inTypedWords<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof WindageError ? error.spelled(asFlags) : error;
  }
}
