/**
 * The one table of settings: what can be set about a world, a training and its run, each by the path that it has in the
 * library, with bounds, defaults, words, what it opens and when it has an effect. Flags, config files, the records of
 * runs, comparisons, trust, help and docs/cli.md are all made from it.
 */
import { runSettings } from "../../settings/run-settings.ts";
import { trainingSettings } from "../../settings/training/index.ts";
import { flagsOf, named, type SpecTable } from "../../settings/value-spec.ts";
import type { Spelling } from "../../wording.ts";
import { only } from "../../world/settings/needs.ts";
import { worldSettings } from "../../world/settings/world-settings.ts";

/** Settings of the method; what needs letters says so here, where tasks are known. */
const methodSettings = {
  ...trainingSettings,
  lookAhead: { ...trainingSettings.lookAhead, needs: [only.onTokens] },
} as const;

/** Every setting there is, by the path that it has in the library. */
const settings = { ...worldSettings, ...methodSettings, ...runSettings } as const satisfies SpecTable;

/** The same by the names that they have as flags, in config files and in records; each has its path. */
export const experimentOptions = named(settings);

/** Those of the method alone. */
export const methodOptions = named(methodSettings);

const byName: SpecTable = experimentOptions;

/** The path of a setting that goes by a name. */
export function pathOf(name: string): string {
  return byName[name]?.path ?? name;
}

const flags = flagsOf(experimentOptions);

/** How the command line writes settings: `--on-policy` for `batch.onPolicy`. */
export const asFlags: Spelling = (path, value) => {
  // What a sampler may observe beside outcomes: what it intended, or what the process itself remembers.
  if (path === "model.thoughts") return flags("observes", "both");
  return path === "model.thoughts.kind" && value === "memory" ? flags("observes", value) : flags(path, value);
};
