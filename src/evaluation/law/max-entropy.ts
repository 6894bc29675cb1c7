/**
 * What entropy-regularised reinforcement learning (PPO with its entropy in the return, soft actor-critic) aims at on any
 * finite acyclic environment, by one pass against the topological order:
 *
 *     Q(s,a) = Σ_c P(c|s,a) V(s·c)        V(s) = τ log Σ_a exp(Q(s,a)/τ)        V(x) = log R(x)        π = softmax(Q/τ)
 *
 * It is not a limit of what policies can reach. On a tree without noise and with τ = 1 its law is R/Z; under noise it is
 * not the best law any policy has, and where states have several parents it prefers objects with many ways in.
 */
import { WindageError } from "../../error.ts";
import { graphLaw } from "./graph-law.ts";
import type { StateGraph } from "./state-graph.ts";

/** The policy that maximises E[log R] plus τ times the entropy of its intentions. */
export interface MaxEntropy {
  /** `policy[state * actionCount + action]`, as `graphLaw` takes it. */
  readonly policy: Float64Array;
  /** The law over objects of that policy. */
  readonly law: Float64Array;
  /** V by state; that of state 0 is what the policy earns. */
  readonly value: Float64Array;
}

/**
 * The fixed point of entropy-regularised reinforcement learning on a graph; `logReward` is by object, all finite.
 */
export function maxEntropy(
  graph: StateGraph,
  logReward: ArrayLike<number>,
  temperature: number = 1,
): MaxEntropy {
  check(graph, logReward, temperature);
  const { stateCount, actionCount, rowStart, child, probability, object } = graph;
  const policy = new Float64Array(stateCount * actionCount);
  const value = new Float64Array(stateCount);
  const preference = new Float64Array(actionCount);
  for (let s = stateCount - 1; s >= 0; s--) {
    if (object[s]! >= 0) {
      value[s] = logReward[object[s]!]!;
      continue;
    }
    let largest = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < actionCount; a++) {
      const [from, to] = [rowStart[s * actionCount + a]!, rowStart[s * actionCount + a + 1]!];
      let q = from === to ? Number.NEGATIVE_INFINITY : 0;
      for (let e = from; e < to; e++) q += probability[e]! * value[child[e]!]!;
      preference[a] = q / temperature;
      largest = Math.max(largest, preference[a]!);
    }
    let total = 0;
    for (let a = 0; a < actionCount; a++) {
      const weight = Math.exp(preference[a]! - largest);
      policy[s * actionCount + a] = weight;
      total += weight;
    }
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) policy[row]! /= total;
    value[s] = temperature * (largest + Math.log(total));
  }
  return { policy, law: graphLaw(graph, policy), value };
}

function check(graph: StateGraph, logReward: ArrayLike<number>, temperature: number): void {
  if (logReward.length !== graph.objectCount) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `maxEntropy: got ${logReward.length} log rewards, expected one for each of the graph's ${graph.objectCount} objects.`,
    );
  }
  if (!(temperature > 0) || !Number.isFinite(temperature)) {
    throw new WindageError(
      "evaluation/bad-temperature",
      `maxEntropy: got temperature ${temperature}, expected a number above 0; 1 is the one that aims at R/Z on a tree without noise.`,
    );
  }
  const bad = Array.from(logReward).findIndex((value) => !Number.isFinite(value));
  if (bad === -1) return;
  throw new WindageError(
    "evaluation/not-finite",
    `maxEntropy: got log reward ${logReward[bad]} for object ${bad}, expected a finite number; give every reward a positive floor.`,
  );
}
