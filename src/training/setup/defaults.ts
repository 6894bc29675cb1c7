/**
 * What training does unless told otherwise, whoever asks: `createTrainer` fills these in, and the option schema of the
 * command line takes its own defaults from here. It imports nothing, so that help can be shown without an engine.
 */
export const trainingDefaults = {
  rate: 1e-2,
  /** At the end of the run; with another rate at the start, in the same proportion to it. */
  finalRate: 3e-4,
  dynamicsRate: 1e-2,
  /** Largest norm of a gradient. */
  clip: 10,
  batch: { onPolicy: 256, exploratory: 0, replay: 0, dataset: 0 },
  replay: { capacity: 100_000, priority: 0 },
  extraUpdates: 0,
  /** Visited states per update that objectives over children look at. */
  localStates: 256,
  temperature: 1,
  epsilon: 0.05,
  hidden: 128,
  layers: 2,
  /** What a transformer has instead: at the rate of the others it collapses within its first updates. Chosen on `sim8`. */
  transformer: { rate: 4e-3, finalRate: 1.2e-4, hidden: 64 },
} as const;
