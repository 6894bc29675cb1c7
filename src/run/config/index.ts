/** From a configuration to something that can be trained: tasks, datasets, models and modules of users. */
export { buildExperiment } from "./build.ts";
export type { Experiment } from "./build.ts";
export { defaultConfig, readConfig } from "./config.ts";
export type { ExperimentConfig } from "./config.ts";

export { importDefault } from "../../world/module/import-module.ts";
export { requireMemory } from "./memory-plan.ts";
