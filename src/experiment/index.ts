/** From a configuration to something that can be trained: tasks, datasets, models and modules of users. */
export { buildExperiment, buildTrainer, modelOf } from "./build.ts";
export type { BuildOptions, Experiment } from "./build.ts";
export { defaultConfig, readConfig } from "./config.ts";
export type { ExperimentConfig } from "./config.ts";
export { openWorld } from "./world.ts";
export type { OpenWorld } from "./world.ts";
export { importDefault } from "./import-module.ts";
export { memoryText, memoryWarning, planOf, requireMemory } from "./memory-plan.ts";
export type { MemoryPlan } from "./memory-plan.ts";
