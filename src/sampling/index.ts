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
