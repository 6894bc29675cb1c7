/**
 * The numbers that training can work with. `createTrainer` holds what it is given against these, and the option schema
 * takes the ranges of its flags from here. It imports nothing, so that help can be shown without an engine.
 */

/** From where to where a number goes, both included. */
export interface NumberRange {
  readonly min: number;
  readonly max?: number;
}

/** Numbers that may be fractions. */
export const fractions = {
  rate: { min: 1e-9 },
  finalRate: { min: 0 },
  clip: { min: 1e-9 },
  dynamicsRate: { min: 0 },
  dynamicsClip: { min: 1e-9 },
  epsilon: { min: 0, max: 1 },
  temperature: { min: 0.01 },
  priority: { min: 0 },
} as const satisfies Readonly<Record<string, NumberRange>>;

/** Numbers that count something. */
export const counts = {
  extraUpdates: { min: 0, max: 1000 },
  localStates: { min: 1, max: 1_000_000 },
  lookAhead: { min: 0, max: 4096 },
  hidden: { min: 1, max: 8192 },
  layers: { min: 1, max: 16 },
  kmer: { min: 1, max: 32 },
  heads: { min: 1, max: 64 },
  rounds: { min: 0, max: 1000 },
  samples: { min: 1, max: 1_000_000 },
} as const satisfies Readonly<Record<string, NumberRange>>;
