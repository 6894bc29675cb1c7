/**
 * The configuration of a training run on sequences, as it is kept in config.json: plain data with every default filled
 * in, so that a run can be made again from its folder alone.
 */
import { WindageError } from "../../error.ts";
import type { ModelKind } from "../../training/index.ts";
import type { JsonObject } from "../json-document.ts";

export interface ExperimentConfig {
  /** `sim8`, or the name of a table in the data folder, such as `tfbind8`. */
  readonly task: string;
  /** A table file to read instead of the data folder. */
  readonly table: string | null;
  /** Probability that something else than intended is written. */
  readonly alpha: number;
  readonly beta: number;
  readonly floor: number;
  /** Factor k of the exponent's ramp, in iterations; 0 is none. */
  readonly ramp: number;
  readonly objective: string;
  readonly backward: "posterior" | "learned";
  readonly dynamics: "learned" | "known";
  readonly model: ModelKind;
  readonly hidden: number;
  readonly layers: number;
  readonly iterations: number;
  readonly onPolicy: number;
  readonly exploratory: number;
  readonly replay: number;
  readonly extraUpdates: number;
  readonly priority: number;
  readonly rate: number;
  readonly finalRate: number;
  readonly dynamicsRate: number;
  readonly clip: number;
  readonly epsilon: number;
  readonly temperature: number;
  readonly seed: number;
  /** Iterations between exact evaluations. */
  readonly evaluateEvery: number;
  /** Iterations between checkpoints. */
  readonly checkpointEvery: number;
}

export const defaultConfig: ExperimentConfig = {
  task: "sim8",
  table: null,
  alpha: 0.25,
  beta: 3,
  floor: 1e-3,
  ramp: 0,
  objective: "sdb",
  backward: "posterior",
  dynamics: "learned",
  model: "memory",
  hidden: 128,
  layers: 2,
  iterations: 1000,
  onPolicy: 256,
  exploratory: 0,
  replay: 0,
  extraUpdates: 0,
  priority: 0,
  rate: 0.01,
  finalRate: 0.0003,
  dynamicsRate: 0.01,
  clip: 10,
  epsilon: 0.05,
  temperature: 1,
  seed: 0,
  evaluateEvery: 100,
  checkpointEvery: 250,
};

/** The configuration in a run's record; every field must be there and of the right kind. */
export function readConfig(where: string, value: JsonObject): ExperimentConfig {
  const known: Readonly<Record<string, unknown>> = { ...defaultConfig };
  for (const key of Object.keys(known)) {
    const got = value[key];
    const fits = key === "table" ? got === null || typeof got === "string" : typeof got === typeof known[key];
    if (!fits) {
      throw new WindageError(
        "run/broken-config",
        `${where}: got ${JSON.stringify(got)} for "${key}", expected ${key === "table" ? "a file or null" : `a ${typeof known[key]}`}.`,
      );
    }
  }
  return Object.fromEntries(
    Object.keys(known).map((key) => [key, value[key]]),
  ) as unknown as ExperimentConfig;
}
