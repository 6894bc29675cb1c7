/** Small experiments for tests: real training on spaces that can be enumerated by hand. */
import { createRun } from "../create-run.ts";
import type { Run } from "../layout.ts";
import { defaultConfig } from "./config.ts";
import type { ExperimentConfig } from "./config.ts";

/** A configuration that trains in a moment. */
export function smallConfig(changes: Partial<ExperimentConfig>): ExperimentConfig {
  return {
    ...defaultConfig,
    alphabet: "ACGT",
    missing: 0.1,
    iterations: 30,
    onPolicy: 16,
    hidden: 8,
    layers: 1,
    samples: 256,
    evaluateEvery: 10,
    checkpointEvery: 10,
    ...changes,
  };
}

/** A new run with that configuration. */
export function smallRun(root: string, config: ExperimentConfig): Promise<Run> {
  return createRun({ root, task: "small", seed: config.seed, config: { ...config } });
}
