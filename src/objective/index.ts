/** The public face of `windage/objective`: what a sampler is trained towards, as functions of named terms. */

export type {
  Head,
  ChildTerms,
  ExtraName,
  ExtraTerms,
  LossReport,
  Objective,
  PosteriorTerms,
  StoppingTerms,
  Terms,
  TransitionObjective,
} from "./objective.ts";
export { dynamicsLoss, logOfOutcome } from "./dynamics-loss.ts";
export { onPolicyFirst, stepMask, transitionTerms } from "./terms.ts";
export type { TransitionInputs } from "./terms.ts";
export { logPolicyOf } from "./log-probability.ts";
export { defineObjective, defineTransitionObjective } from "./define-objective.ts";
export { residual } from "./residual.ts";
export { trajectoryCost } from "./trajectory-cost.ts";
export { db } from "./db.ts";
export { edb } from "./edb.ts";
export { linex } from "./linex.ts";
export { localKl, localKlPerState } from "./local-kl.ts";
export { mdb } from "./mdb.ts";
export { sdb } from "./sdb.ts";
export { leaveOneOutAdvantage, skl } from "./skl.ts";
export { ssubtb } from "./ssubtb.ts";
export type { SubTrajectoryOptions } from "./ssubtb.ts";
export { stb } from "./stb.ts";
export { weightedSum } from "./weighted-sum.ts";
export type { NeedsOf, WeightedPart } from "./weighted-sum.ts";
export { weightTransitions } from "./weight-transitions.ts";
export { entropyRatio } from "./entropy-ratio.ts";
export type { EntropyRatioArrays, EntropyRatioInputs, EntropyRatioOptions } from "./entropy-ratio.ts";
export { requireHeads } from "./heads.ts";
export type { MissingHeads, ModelFor } from "./heads.ts";
export { objectiveNames, parseObjective } from "./registry.ts";
export { withPosterior } from "./posterior.ts";
export type { PosteriorInputs } from "./posterior.ts";
export { tilt, tiltResidual, type TiltTerms } from "./tilt.ts";
