/** What can be chosen about the generative forecaster, with the defaults and where they come from. */
import { WindageError } from "../../error.ts";
import { referenceNames } from "./references.ts";
import type { ReferenceName } from "./references.ts";

/** Settings of the generative forecaster `gflownet`: bins, sizes, iterations, rates; all have defaults. */
export interface GflownetSettings {
  readonly seed: number;
  /** The forecast residuals are taken to, then others that the network sees. */
  readonly references: readonly [ReferenceName, ...ReferenceName[]];
  /** Bins of a residual, the outer two open, and where these begin in units of the reference's error. */
  readonly bins: number;
  readonly reach: number;
  /** Width of the kernel around the observed bin, in bins; 0 for none. */
  readonly smoothing: number;
  /** What is learned: the law of tokens, or one number per step by absolute or squared error (ablations). */
  readonly head: "tokens" | "absolute" | "square";
  readonly encoder: "transformer" | "linear";
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  /** Patches of context, each about a season. */
  readonly patches: number;
  /** Windows begun in a horizon of the past. */
  readonly perAnchor: number;
  /** Updates at most; few windows get fewer, `epochs` passes over them. */
  readonly iterations: number;
  readonly epochs: number;
  /** Windows per update. */
  readonly batch: number;
  readonly rate: number;
  /** `thoughts`: levels are corrected by what came at earlier origins (docs/methods.md section 9). */
  readonly calibration: "none" | "thoughts";
  /** Paths drawn per series for its law. */
  readonly paths: number;
}

/** Chosen on windows at the end of M4 Hourly's training part. */
const gflownetDefaults: GflownetSettings = {
  seed: 0,
  references: ["logarithms", "levels", "differences"],
  bins: 256,
  reach: 12,
  smoothing: 1,
  head: "tokens",
  encoder: "transformer",
  width: 32,
  layers: 2,
  heads: 4,
  patches: 14,
  perAnchor: 4,
  iterations: 1500,
  epochs: 20,
  batch: 32,
  rate: 2e-3,
  calibration: "none",
  paths: 32,
};

const counts = [
  "width",
  "layers",
  "heads",
  "patches",
  "perAnchor",
  "iterations",
  "epochs",
  "batch",
  "paths",
] as const;

export function resolveSettings(given: Partial<GflownetSettings>): GflownetSettings {
  const settings = { ...gflownetDefaults, ...given };
  const { references, smoothing, rate } = settings;
  for (const name of counts) {
    const value = settings[name];
    if (!Number.isInteger(value) || value < 1)
      throw problem(`got ${name} = ${value}, expected a whole number of at least 1.`);
  }
  const unknown = references.find((name) => !referenceNames.includes(name));
  if (references.length === 0 || unknown !== undefined)
    throw problem(`got the reference "${unknown}", expected one or more of ${referenceNames.join(", ")}.`);
  if (!(smoothing >= 0 && rate > 0))
    throw problem(`got smoothing ${smoothing} and rate ${rate}, expected at least 0 and more than 0.`);
  return settings;
}

const problem = (text: string): WindageError =>
  new WindageError("forecast/bad-gflownet", `gflownet: ${text}`);
