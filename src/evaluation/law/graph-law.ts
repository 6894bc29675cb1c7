/**
 * The terminal law of a policy on any finite acyclic environment, by one pass in topological order. The slow,
 * general counterpart of `exactLaw`.
 */
import { WindageError } from "../../error.ts";
import type { StateGraph } from "./state-graph.ts";

/**
 * The law over objects that a policy has on a graph; `policy[state * actionCount + action]`, with no mass on illegal
 * actions.
 */
export function graphLaw(graph: StateGraph, policy: ArrayLike<number>): Float64Array {
  const { stateCount, actionCount, rowStart, child, probability, object } = graph;
  if (policy.length !== stateCount * actionCount) {
    throw new WindageError(
      "evaluation/bad-policy",
      `graphLaw: got ${policy.length} probabilities, expected ${stateCount} states × ${actionCount} actions.`,
    );
  }
  const mass = new Float64Array(stateCount);
  const law = new Float64Array(graph.objectCount);
  mass[0] = 1;
  for (let s = 0; s < stateCount; s++) {
    const finished = object[s]!;
    if (finished >= 0) {
      law[finished] = law[finished]! + mass[s]!;
      continue;
    }
    let total = 0;
    for (let a = 0; a < actionCount; a++) total += legalMass(graph, policy, s, a);
    // Written so that NaN is caught too.
    if (!(Math.abs(total - 1) <= 1e-4)) {
      throw new WindageError(
        "evaluation/not-a-distribution",
        `graphLaw: the policy of state ${s} sums to ${total} over its legal actions, expected 1. Mask illegal actions before the softmax.`,
      );
    }
    for (let a = 0; a < actionCount; a++) {
      const row = s * actionCount + a;
      const share = (mass[s]! * policy[row]!) / total;
      for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
        mass[child[e]!] = mass[child[e]!]! + share * probability[e]!;
      }
    }
  }
  return law;
}

function legalMass(graph: StateGraph, policy: ArrayLike<number>, s: number, a: number): number {
  const row = s * graph.actionCount + a;
  return graph.rowStart[row + 1]! > graph.rowStart[row]! ? policy[row]! : 0;
}

/** The policy that is uniform over the legal actions of every state. */
export function uniformPolicy(graph: StateGraph): Float64Array {
  const { stateCount, actionCount, rowStart } = graph;
  const policy = new Float64Array(stateCount * actionCount);
  for (let s = 0; s < stateCount; s++) {
    const legal: number[] = [];
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) {
      if (rowStart[row + 1]! > rowStart[row]!) legal.push(row);
    }
    for (const row of legal) policy[row] = 1 / legal.length;
  }
  return policy;
}
