/**
 * Chooses how a sampler can be evaluated exactly, if at all: by the fast path over all sequences of one length, by
 * walking the graph of any other small environment, or not, where the space is too large or scores cost something.
 */
import { tokenKernel } from "../../environment/index.ts";
import type { Environment } from "../../environment/index.ts";
import type { ExactEvaluation } from "../../evaluation/index.ts";
import type { Experiment } from "./build.ts";
import { ExactEvaluator } from "./exact-evaluator.ts";
import { GraphEvaluator } from "./graph-evaluator.ts";

/** What an exact evaluation offers. */
export interface Evaluator {
  /** The total variation at the limit no policy can beat. */
  readonly limitTv: number;
  /** Every object there is, and its score. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  /** The report under the parameters as they are now. */
  evaluate(learnedLogZ?: number): Promise<ExactEvaluation>;
  /** The probability of every object. */
  law(): Promise<Float64Array>;
  dispose(): Promise<void>;
}

/** Fixed-length spaces up to this size are evaluated exactly. */
const mostSequences = 2 ** 20;
/** Graphs are walked state by state in plain objects, so they have to be smaller. */
const mostStates = 2 ** 18;

/** An evaluator, or null where only estimates are possible. */
export async function createEvaluator(experiment: Experiment): Promise<Evaluator | null> {
  const { environment, landscape, free } = experiment;
  if (!free) return null;
  const states = environment.enumeration?.stateCount;
  if (landscape.enumerable && tokenKernel(environment) !== null && states !== undefined) {
    const { size, length } = landscape.space;
    if (size <= mostSequences && length === environment.maxSteps) return ExactEvaluator.create(experiment);
  }
  const small = states === undefined ? hasFewStates(environment) : states <= mostStates;
  return small ? GraphEvaluator.create(experiment) : null;
}

/** Walks an environment whose states are not numbered until it is through or there are too many. */
function hasFewStates(environment: Environment): boolean {
  const seen = new Set([environment.key(environment.initial)]);
  const waiting: unknown[] = [environment.initial];
  const probabilities = new Float64Array(environment.outcomeCount);
  while (waiting.length > 0 && seen.size <= mostStates) {
    const state = waiting.pop();
    if (environment.isTerminal(state)) continue;
    for (let action = 0; action < environment.actionCount; action++) {
      if (!environment.isLegal(state, action)) continue;
      environment.outcomeProbabilities(state, action, probabilities);
      for (const [outcome, probability] of probabilities.entries()) {
        if (probability === 0) continue;
        const next = environment.next(state, outcome);
        const key = environment.key(next);
        if (!seen.has(key)) waiting.push(next);
        seen.add(key);
      }
    }
  }
  return seen.size <= mostStates;
}
