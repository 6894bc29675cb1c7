/**
 * Exact and sampled evaluation: pure functions on arrays, float64 throughout. Nothing here knows of models,
 * environments or runs; callers bring probabilities, log rewards and tokens.
 */
export {
  type Automaton,
  type AutomatonDescription,
  automatonLogReward,
  type AutomatonNoise,
  createAutomaton,
  sharpened,
} from "./automaton/automaton.ts";
export { bestSequence, type BestSequence } from "./automaton/best-sequence.ts";
export {
  automatonForwardLimit,
  type AutomatonLimit,
  automatonReverseLimit,
} from "./automaton/automaton-limit.ts";
export {
  automatonLogZ,
  drawSequence,
  klOfOutcomes,
  logProbability,
  marginals,
  type OutcomeLaw,
  policyOutcomes,
  targetOutcomes,
} from "./automaton/outcome-law.ts";
export { pearson, spearman } from "./sample/correlation.ts";
export { jsd, kl, klForward, klReverse, klToLog, l1, tv } from "./law/distances.ts";
export { dynamicsNll, kernelEntropy, stickyEntropy, type DynamicsReport } from "./law/dynamics.ts";
export { elbo, eubo } from "./law/elbo-eubo.ts";
export {
  entropyRatio,
  policyEntropy,
  quantile,
  type EntropyRatio,
  type EntropyRatioOptions,
} from "./sample/entropy-ratio.ts";
export { estimateFromSamples, type Estimate, type SampledReport } from "./sample/estimate.ts";
export {
  distanceTo,
  evaluateExact,
  targetOf,
  type Distance,
  type ExactEvaluation,
  type ExactEvaluationInput,
  type Target,
} from "./law/evaluate-exact.ts";
export { expectedBalance, type ExpectedBalance } from "./law/expected-balance.ts";
export { exactLaw } from "./law/exact-law.ts";
export { type ExplorableEnvironment, exploreEnvironment } from "./law/explore-environment.ts";
export { graphLaw } from "./law/graph-law.ts";
export { graphLimit, type GraphLimit } from "./limit/graph-limit.ts";
export { meanInterval, pairedDifference, type MeanInterval } from "./sample/intervals.ts";
export {
  noiseKernel,
  type NoiseKernel,
  placedKernel,
  type PlacedKernel,
  stickyKernel,
} from "./law/kernel.ts";
export type { SequenceNoise } from "./law/kronecker.ts";
export { decideAhead, type LookAhead } from "./limit/decide-ahead.ts";
export type { PredictionFigures } from "./law/predictions.ts";
export { openLoopLimit, type OpenLoopLimit, type OpenLoopOptions } from "./limit/open-loop-limit.ts";
export { limitForwardKl } from "./limit/forward-kl-limit.ts";
export { limitReverseKl } from "./limit/reverse-kl-limit.ts";
export type { Limit } from "./limit/limit-on-sequences.ts";
export { logPartition, targetLaw } from "./law/log-z.ts";
export { maxEntropy, type MaxEntropy } from "./law/max-entropy.ts";
export {
  modesFound,
  referenceModes,
  selectModes,
  type ModeOptions,
  type ModeReport,
  type ReferenceModes,
} from "./sample/modes.ts";
export { naiveLaw } from "./law/naive-policy.ts";
export { sequenceGraph, type SequenceSpace, type SequenceState } from "./law/sequence-graph.ts";
export { type SequenceTable } from "./sample/sequence-table.ts";
export {
  exploreGraph,
  type ExploredGraph,
  type GraphDescription,
  type Outcome,
  type StateGraph,
} from "./law/state-graph.ts";
export { type AsyncSteps, type Steps } from "./long-computation.ts";
export { diversity, novelty, topK, topKCeiling, type TopK } from "./sample/top-k.ts";
export * from "./forecast/index.ts";
export { tiltedLaw, type TiltedLaw } from "./law/tilted-law.ts";
