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
export { onPolicyFirst, transitionTerms } from "./terms.ts";
export type { TransitionInputs } from "./terms.ts";
export { defineObjective, defineTransitionObjective } from "./define-objective.ts";
export { residual } from "./balance/residual.ts";
export { trajectoryCost } from "./balance/trajectory-cost.ts";
export { db } from "./balance/db.ts";
export { edb } from "./balance/edb.ts";
export { linex } from "./balance/linex.ts";
export { localKlPerState } from "./divergence/local-kl.ts";
export { mdb } from "./balance/mdb.ts";
export { sdb } from "./balance/sdb.ts";
export { leaveOneOutAdvantage, skl } from "./divergence/skl.ts";
export { ssubtb } from "./balance/ssubtb.ts";
export type { SubTrajectoryOptions } from "./balance/ssubtb.ts";
export { stb } from "./balance/stb.ts";
export { weightedSum } from "./weighted-sum.ts";
export type { NeedsOf, WeightedPart } from "./weighted-sum.ts";
export { weightTransitions } from "./entropy-ratio/weight-transitions.ts";
export { entropyRatio } from "./entropy-ratio/entropy-ratio.ts";
export type {
  EntropyRatioArrays,
  EntropyRatioInputs,
  EntropyRatioOptions,
} from "./entropy-ratio/entropy-ratio.ts";
export { requireHeads } from "./heads.ts";
export type { MissingHeads, ModelFor } from "./heads.ts";
export { parseObjective } from "./registry.ts";
export { withPosterior } from "./posterior.ts";
export type { PosteriorInputs } from "./posterior.ts";
export { tilt, tiltResidual, type TiltTerms } from "./tilt.ts";
