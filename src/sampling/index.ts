/** The public face of sampling. */
export { onPolicy } from "./behaviour.ts";
export type { Behaviour } from "./behaviour.ts";
export type { PolicyProgram } from "./fresh-trajectories.ts";
export { ReplayBuffer } from "./replay-buffer.ts";
export type { StoredTrajectory } from "./replay-buffer.ts";

export { RollOut } from "./roll-out.ts";
export type { Streams } from "./roll-out.ts";
export type { PolicyEvaluator, StateArrays } from "./policy-evaluator.ts";
export { TrajectoryBatch } from "./trajectory-batch.ts";

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export { freshObjects, freshTrajectories, samplingKey } from "./fresh-trajectories.ts";
/** @internal */
export { Rehearsal } from "./rehearsal.ts";
/** @internal */
export type { KnownTrajectory } from "./rehearsal.ts";
/** @internal */
export type { BatchShape, Kept } from "./trajectory-batch.ts";
