/**
 * The configuration of a training run on sequences, as it is kept in config.json: plain data with every default filled
 * in, so that a run can be made again from its folder alone.
 */
import { WindageError } from "../error.ts";
import type { ModelKind } from "../training/index.ts";
import type { JsonObject, JsonValue } from "../file/json-document.ts";

/** Metrics that can end a run early; smaller is better in all of them. */
export type StopMetric = "tv" | "klReverse" | "regret" | "loss" | "dynamicsLoss";

export interface ExperimentConfig {
  /** `sim8`, `grid`, the name of a table in the data folder, the path of a module, or any name beside a source of scores. */
  readonly task: string;
  /** A table file to read instead of the data folder. */
  readonly table: string | null;
  /** A CSV file of sequences and scores. */
  readonly oracleCsv: string | null;
  /** A program that scores, as a list of words. */
  readonly oracleCommand: readonly string[] | null;
  /** A web service that scores. */
  readonly oracleUrl: string | null;
  /** Where the program is started. */
  readonly folder: string | null;
  /** What sequences that the CSV file does not list score: `error`, `floor` or a number. */
  readonly missing: string | number;
  /** Points along each dimension of the task `grid`, and the number of dimensions. */
  readonly side: number;
  readonly dimensions: number;
  readonly alphabet: string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Probability that something else than intended is written; null where a module's environment has its own noise. */
  readonly alpha: number | null;
  readonly beta: number;
  readonly floor: number;
  /** Factor k of the exponent's ramp, in iterations; 0 is none. */
  readonly ramp: number;
  readonly objective: string;
  /** `auto` is `posterior` for sequences and `learned` for everything else. */
  readonly backward: "auto" | "posterior" | "learned";
  readonly dynamics: "learned" | "known";
  /** `auto` is `memory` where there are few enough states, else `kmer` for sequences, else `mlp`. */
  readonly model: "auto" | ModelKind;
  /** Letters that the k-mer model remembers; null lets it choose. */
  readonly kmer: number | null;
  readonly hidden: number;
  readonly layers: number;
  readonly iterations: number;
  readonly onPolicy: number;
  readonly exploratory: number;
  readonly replay: number;
  readonly extraUpdates: number;
  readonly priority: number;
  /** A CSV file of known sequences to learn from as well. */
  readonly dataset: string | null;
  readonly datasetBatch: number;
  readonly rate: number;
  readonly finalRate: number;
  readonly dynamicsRate: number;
  readonly clip: number;
  /** Largest norm of the noise model's gradient. */
  readonly dynamicsClip: number;
  /** Share of random intentions while exploring, at the start and at the end. */
  readonly epsilon: number;
  readonly finalEpsilon: number | null;
  /** Flattening of the policy while exploring, at the start and at the end. */
  readonly temperature: number;
  readonly finalTemperature: number | null;
  /** What the ratio of high to low policy entropy is used for. */
  readonly entropyRatio: "off" | "temperature" | "weight" | "balance";
  readonly gamma: number;
  readonly entropyEstimator: "quantile" | "clamped";
  readonly entropyQuantile: number;
  /** Weight of the balance loss. */
  readonly entropyWeight: number;
  /** Extra updates of the learned noise per iteration, from replay, and transitions in each. */
  readonly dynamicsRounds: number;
  readonly dynamicsSamples: number;
  /** Visited states per update that `local-kl` looks at. */
  readonly localStates: number;
  /** Ends the run early when this metric is below a value or has not improved for some evaluations; both null: never. */
  readonly stopMetric: StopMetric;
  readonly stopBelow: number | null;
  readonly stopPatience: number | null;
  readonly seed: number;
  /** Iterations between exact evaluations. */
  readonly evaluateEvery: number;
  /** Iterations between checkpoints. */
  readonly checkpointEvery: number;
  /** Fresh samples for the closing report. */
  readonly samples: number;
}

export const defaultConfig: ExperimentConfig = {
  task: "sim8",
  table: null,
  oracleCsv: null,
  oracleCommand: null,
  oracleUrl: null,
  folder: null,
  missing: "error",
  side: 8,
  dimensions: 2,
  alphabet: null,
  minLength: null,
  maxLength: null,
  alpha: 0.25,
  beta: 3,
  floor: 1e-3,
  ramp: 0,
  objective: "sdb",
  backward: "auto",
  dynamics: "learned",
  model: "auto",
  kmer: null,
  hidden: 128,
  layers: 2,
  iterations: 1000,
  onPolicy: 256,
  exploratory: 0,
  replay: 0,
  extraUpdates: 0,
  priority: 0,
  dataset: null,
  datasetBatch: 0,
  rate: 0.01,
  finalRate: 0.0003,
  dynamicsRate: 0.01,
  clip: 10,
  dynamicsClip: 10,
  epsilon: 0.05,
  finalEpsilon: null,
  temperature: 1,
  finalTemperature: null,
  entropyRatio: "off",
  gamma: 0.5,
  entropyEstimator: "quantile",
  entropyQuantile: 0.25,
  entropyWeight: 0.01,
  dynamicsRounds: 0,
  dynamicsSamples: 256,
  localStates: 256,
  stopMetric: "tv",
  stopBelow: null,
  stopPatience: null,
  seed: 0,
  evaluateEvery: 100,
  checkpointEvery: 250,
  samples: 2048,
};

type Kind = "string" | "number" | "list" | "null";

/** Fields whose default does not tell everything they may be. */
const kinds: Partial<Record<keyof ExperimentConfig, readonly Kind[]>> = {
  table: ["string", "null"],
  oracleCsv: ["string", "null"],
  oracleCommand: ["list", "null"],
  oracleUrl: ["string", "null"],
  folder: ["string", "null"],
  missing: ["string", "number"],
  alphabet: ["string", "null"],
  minLength: ["number", "null"],
  maxLength: ["number", "null"],
  alpha: ["number", "null"],
  dataset: ["string", "null"],
  kmer: ["number", "null"],
  finalEpsilon: ["number", "null"],
  finalTemperature: ["number", "null"],
  stopBelow: ["number", "null"],
  stopPatience: ["number", "null"],
};

/**
 * The configuration in a run's record; every field must be of the right kind. A field that is not there was unknown to
 * the version that made the run, and has the default that does what that version did.
 */
export function readConfig(where: string, value: JsonObject): ExperimentConfig {
  const read = Object.entries(defaultConfig).map(([key, fallback]): [string, unknown] => {
    const got = value[key];
    if (got === undefined) return [key, fallback];
    const allowed = kinds[key as keyof ExperimentConfig] ?? [kindOf(fallback as JsonValue)];
    if (allowed.some((kind) => kind === kindOf(got))) return [key, got];
    throw new WindageError(
      "run/broken-config",
      `${where}: got ${JSON.stringify(got)} for "${key}" in its config.json, expected a ${allowed.join(" or ")}.`,
    );
  });
  return Object.fromEntries(read) as unknown as ExperimentConfig;
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
