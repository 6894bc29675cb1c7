/** Methods to compare with: Markov chains and reinforcement learning, behind the interface that trainers share. */

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export { baselineNames, baselines, findBaseline } from "./registry.ts";
/** @internal */
export type { Baseline, BaselineSettings } from "./registry.ts";
/** @internal */
export type { BaselineSetup } from "./setup.ts";
