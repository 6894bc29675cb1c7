/**
 * Exact and sampled evaluation: pure functions on arrays, float64 throughout, and what they say of a policy in its world.
 * See docs/evaluation.md.
 */
export { exactLaw } from "../evaluation/law/exact-law.ts";
export { naiveLaw } from "../evaluation/law/naive-policy.ts";
export { targetLaw, logPartition } from "../evaluation/law/log-z.ts";
export { tiltedLaw } from "../evaluation/law/tilted-law.ts";
export { evaluateExact } from "../evaluation/law/evaluate-exact.ts";
export { noiseKernel, stickyKernel, placedKernel } from "../evaluation/law/kernel.ts";
export { limitReverseKl } from "../evaluation/limit/reverse-kl-limit.ts";
export { limitForwardKl } from "../evaluation/limit/forward-kl-limit.ts";
export { openLoopLimit } from "../evaluation/limit/open-loop-limit.ts";
export { decideAhead } from "../evaluation/limit/decide-ahead.ts";
export { tv, kl, klForward, klReverse, jsd } from "../evaluation/law/distances.ts";
export { kernelEntropy, dynamicsNll } from "../evaluation/law/dynamics.ts";
export { maxEntropy } from "../evaluation/law/max-entropy.ts";
export { expectedBalance } from "../evaluation/law/expected-balance.ts";
export { entropyRatio, policyEntropy, quantile } from "../evaluation/sample/entropy-ratio.ts";
export { elbo, eubo } from "../evaluation/law/elbo-eubo.ts";
export { exploreEnvironment } from "../evaluation/law/explore-environment.ts";
export { exploreGraph } from "../evaluation/law/state-graph.ts";
export { sequenceGraph } from "../evaluation/law/sequence-graph.ts";
export { graphLaw } from "../evaluation/law/graph-law.ts";
export { graphLimit } from "../evaluation/limit/graph-limit.ts";
export { createAutomaton, sharpened, automatonLogReward } from "../evaluation/automaton/automaton.ts";
export { bestSequence } from "../evaluation/automaton/best-sequence.ts";
export {
  automatonLogZ,
  targetOutcomes,
  policyOutcomes,
  klOfOutcomes,
  logProbability,
  drawSequence,
  marginals,
} from "../evaluation/automaton/outcome-law.ts";
export { automatonForwardLimit, automatonReverseLimit } from "../evaluation/automaton/automaton-limit.ts";
export { pearson, spearman } from "../evaluation/sample/correlation.ts";
export { meanInterval, pairedDifference } from "../evaluation/sample/intervals.ts";
export { estimateFromSamples } from "../evaluation/sample/estimate.ts";
export { topK, diversity, novelty } from "../evaluation/sample/top-k.ts";
export { referenceModes, selectModes, modesFound } from "../evaluation/sample/modes.ts";
export type { NoiseKernel } from "../evaluation/law/kernel.ts";
export type { StateGraph } from "../evaluation/law/state-graph.ts";
export type { Automaton } from "../evaluation/automaton/automaton.ts";
export { createEvaluator } from "../assessment/evaluator.ts";
export { drawSamples } from "../assessment/samples.ts";
export { drawTarget, openTruth } from "../assessment/truth/truth.ts";
export { learnedLogZ } from "../assessment/learning/learned-log-z.ts";
export { logLawOf } from "../assessment/truth/law-of-objects.ts";
export { readBeginning, nextLetters } from "../assessment/beginning.ts";
export { Judge } from "../assessment/judge.ts";
export type { World } from "../assessment/world.ts";
