/** Methods to compare with: Markov chains and reinforcement learning, behind the interface that trainers share. */
export { baselines, findBaseline } from "./registry.ts";
export type { Baseline, BaselineSettings } from "./registry.ts";
export type { BaselineSetup } from "./setup.ts";
