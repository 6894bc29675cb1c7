/**
 * All that exact evaluation needs to know of a world before any policy comes: every object with its score, the states a
 * policy is asked about, what law a policy has, and what no policy can beat. Computed once, used for as many policies and
 * as often as wanted.
 */
import { tokenKernel } from "../environment/index.ts";
import type { Environment } from "../environment/index.ts";
import type { GraphLimit, Limit } from "../evaluation/index.ts";
import type { StateList } from "../training/index.ts";
import { graphLaws } from "./graph-laws.ts";
import { sequenceLaws } from "./sequence-laws.ts";
import type { World } from "./world.ts";

export interface Laws {
  /** Every object there is, and its score. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  readonly logReward: Float64Array;
  /** The best that any policy can do by KL(law‖target), and by KL(target‖law). */
  readonly limit: Limit | GraphLimit;
  readonly forwardLimit: Limit | GraphLimit;
  /** The law of a perfect sampler that ignores the noise, where it is known. */
  readonly naiveLaw?: Float64Array;
  /** The states whose policy `lawOf` takes, row by row. */
  readonly states: StateList;
  /** The probability of every object under a policy, [states, actions]. */
  lawOf(policy: Float64Array): Float64Array;
}

/** Fixed-length spaces up to this size are evaluated exactly. */
const mostSequences = 2 ** 20;
/** Graphs are walked state by state in plain objects, so they have to be smaller. */
const mostStates = 2 ** 18;

/**
 * By the fast path over all sequences of one length, by walking the graph of any other small environment, or null, where
 * the space is too large or scores cost something.
 */
export async function openLaws(world: World): Promise<Laws | null> {
  const { environment, landscape, free } = world;
  if (!free) return null;
  const states = environment.enumeration?.stateCount;
  if (landscape.enumerable && tokenKernel(environment) !== null && states !== undefined) {
    const { size, length } = landscape.space;
    if (size <= mostSequences && length === environment.maxSteps) return sequenceLaws(world);
  }
  const small = states === undefined ? hasFewStates(environment) : states <= mostStates;
  return small ? graphLaws(world) : null;
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
        const next = environment.next(state, outcome, action);
        const key = environment.key(next);
        if (!seen.has(key)) waiting.push(next);
        seen.add(key);
      }
    }
  }
  return seen.size <= mostStates;
}
