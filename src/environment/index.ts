/**
 * Environments: how objects are built step by step, and what may go wrong at each. See docs/environments.md.
 */

export { type Alphabet, createAlphabet } from "./sequence/alphabet.ts";
export { createBatch } from "./batch/batch.ts";
export { type CheckOptions, checkEnvironment } from "./check-environment.ts";
export {
  type EnvironmentProblem,
  type EnvironmentReport,
  formatEnvironmentReport,
  type ProblemKind,
} from "./check/report.ts";
export { type ContextNumbers, withContext } from "./context.ts";
export type {
  BackwardActions,
  Entry,
  Environment,
  MemoryDeclaration,
  NoiseDescription,
  StateEnumeration,
  StateOf,
  TokenLayout,
} from "./environment.ts";
export { environmentOf } from "./environment-of.ts";
export { type GridEnvironment, gridEnvironment, type GridOptions, type GridState } from "./grid.ts";
export { intentionPosterior } from "./noise/intention-posterior.ts";
export { type Noise, type OutcomeProbabilities, withNoise } from "./noise/noise.ts";
export type { ProcessMemory, RememberingProcess } from "./memory/process-memory.ts";
export { placedNoise } from "./noise/placed-noise.ts";
export { repeatNoise } from "./memory/repeat-noise.ts";
export { type WearOptions, wearNoise } from "./memory/wear-noise.ts";
export {
  type MemoryOptions,
  type Observation,
  type RememberedState,
  withMemory,
} from "./memory/with-memory.ts";
export { type SequenceReplay, replaySequence } from "./sequence/replay-sequence.ts";
export {
  type SequenceEnvironment,
  type SequenceOptions,
  type SequenceState,
  sequenceEnvironment,
} from "./sequence/sequence.ts";
export type { StateBatch } from "./batch/state-batch.ts";
export { stickyNoise } from "./noise/sticky-noise.ts";
export { substitutionNoise } from "./noise/substitution-noise.ts";
export { tokenKernel } from "./noise/token-kernel.ts";
export { wordAlphabet } from "./sequence/word-alphabet.ts";
