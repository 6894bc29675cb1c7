/**
 * What most programs need, in one import: a landscape, an environment with noise, a trainer, and the exact judgement of
 * what it has learned. The rest is behind the sub-paths, `windage/objective` and so on; docs/api.md lists all names.
 */
export { assess } from "./assessment/index.ts";
export type { Assessment, AssessOptions, TaskModule } from "./assessment/index.ts";
export {
  checkEnvironment,
  environmentOf,
  gridEnvironment,
  sequenceEnvironment,
  stickyNoise,
  substitutionNoise,
  withNoise,
} from "./environment/index.ts";
export type { Environment, Noise } from "./environment/index.ts";
export { WindageError } from "./error.ts";
export { createSim8, functionOracle, gridLandscape, Reward, tabulate } from "./landscape/index.ts";
export type { Landscape } from "./landscape/index.ts";
export { parseObjective } from "./objective/index.ts";
export { createTrainer } from "./training/index.ts";
export type { Trainer, TrainingSetup } from "./training/index.ts";
