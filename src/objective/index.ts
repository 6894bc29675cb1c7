/** The public face of `windage/objective`: what a sampler is trained towards, as functions of named terms. */

export type { Head, LocalTerms, LossReport, Objective, Terms, TransitionObjective } from "./objective.ts";
export { dynamicsLoss, logOfOutcome, onPolicyFirst, stepMask, transitionTerms } from "./terms.ts";
export type { TransitionInputs } from "./terms.ts";
export { logPolicyOf } from "./chosen.ts";
export { residual } from "./residual.ts";
export { sdb } from "./sdb.ts";
