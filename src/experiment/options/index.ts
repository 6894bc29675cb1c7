/**
 * The one option schema: what can be set about an experiment, with bounds, defaults, words and when it has an effect.
 * Flags, config files, the records of runs, comparisons, help and docs/cli.md are all made from it.
 */
import { methodOptions } from "./method-options.ts";
import { runOptions } from "./run-options.ts";
import { worldOptions } from "../../world/settings/world-settings.ts";

export const experimentOptions = { ...worldOptions, ...methodOptions, ...runOptions } as const;

export { requireEffect, withoutEffect } from "../../settings/effect.ts";
export { comparisonBatch } from "./method-options.ts";
export { worldOptions } from "../../world/settings/world-settings.ts";
