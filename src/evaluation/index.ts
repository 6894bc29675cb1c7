/**
 * Exact and sampled evaluation: pure functions on arrays, float64 throughout. Nothing here knows of models,
 * environments or runs; callers bring probabilities, log rewards and tokens.
 */
export { pearson, spearman } from "./correlation.ts";
export { jsd, kl, klForward, klReverse, klToLog, l1, tv } from "./distances.ts";
export { dynamicsNll, kernelEntropy, stickyEntropy, type DynamicsReport } from "./dynamics.ts";
export { elbo, eubo } from "./elbo-eubo.ts";
export {
  entropyRatio,
  policyEntropy,
  quantile,
  type EntropyRatio,
  type EntropyRatioOptions,
} from "./entropy-ratio.ts";
export { estimateFromSamples, estimateMean, type Estimate, type SampledReport } from "./estimate.ts";
export { evaluateExact, type ExactEvaluation, type ExactEvaluationInput } from "./evaluate-exact.ts";
export { expectedBalance, type ExpectedBalance } from "./expected-balance.ts";
export { exactLaw } from "./exact-law.ts";
export { type ExplorableEnvironment, exploreEnvironment } from "./explore-environment.ts";
export { graphLaw, uniformPolicy } from "./graph-law.ts";
export { graphLimit, type GraphLimit } from "./graph-limit.ts";
export { meanInterval, pairedDifference, type MeanInterval } from "./intervals.ts";
export { noiseKernel, stickyKernel, type NoiseKernel } from "./kernel.ts";
export { limitForwardKl } from "./limit-forward-kl.ts";
export { limitReverseKl } from "./limit-reverse-kl.ts";
export type { Limit } from "./limit.ts";
export { logPartition, logTargetLaw, targetLaw } from "./log-z.ts";
export { maxEntropy, type MaxEntropy } from "./max-entropy.ts";
export {
  modesFound,
  referenceModes,
  selectModes,
  type ModeOptions,
  type ModeReport,
  type ReferenceModes,
} from "./modes.ts";
export { naiveLaw, naivePolicy } from "./naive.ts";
export { sequenceGraph, type SequenceSpace, type SequenceState } from "./sequence-graph.ts";
export { byDescendingScore, hamming, PAD, sequenceTable, type SequenceTable } from "./sequences.ts";
export {
  exploreGraph,
  type ExploredGraph,
  type GraphDescription,
  type Outcome,
  type StateGraph,
} from "./state-graph.ts";
export { studentCdf, studentQuantile } from "./student.ts";
export { diversity, novelty, topK, topKCeiling, type TopK } from "./top-k.ts";
export * from "./forecast/index.ts";
