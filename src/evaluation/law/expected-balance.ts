/**
 * What expected detailed balance (`edb`) aims at, exactly. Its equations F(s) π(a|s) = Σ_c P(c|s,a) F(s·c) add up to
 * F(s) = Σ_a Σ_c P(c|s,a) F(s·c), which one pass from the end to the start solves on any finite acyclic environment. The
 * law that comes of it is not R/Z under noise, nor where an object can be built in several ways.
 */
import { WindageError } from "../../error.ts";
import { graphLaw } from "./graph-law.ts";
import type { StateGraph } from "./state-graph.ts";

export interface ExpectedBalance {
  /** `policy[state * actionCount + action]`, as `graphLaw` takes it. */
  readonly policy: Float64Array;
  readonly law: Float64Array;
  /** log F of every state; log F of the first is what log Z comes out as. */
  readonly logFlow: Float64Array;
}

/** The fixed point of expected detailed balance (`edb`) on a graph; `logReward` is by object. */
export function expectedBalance(graph: StateGraph, logReward: ArrayLike<number>): ExpectedBalance {
  const { stateCount, actionCount, rowStart, child, probability, object, objectCount } = graph;
  if (logReward.length !== objectCount) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `expectedBalance: got ${logReward.length} log rewards, expected one for each of the graph's ${objectCount} objects.`,
    );
  }
  const logFlow = new Float64Array(stateCount);
  const policy = new Float64Array(stateCount * actionCount);
  for (let s = stateCount - 1; s >= 0; s--) {
    const finished = object[s]!;
    if (finished >= 0) {
      logFlow[s] = logReward[finished]!;
      continue;
    }
    // Relative to the largest child, because flows of large graphs overflow.
    let largest = Number.NEGATIVE_INFINITY;
    for (let e = rowStart[s * actionCount]!; e < rowStart[(s + 1) * actionCount]!; e++) {
      largest = Math.max(largest, logFlow[child[e]!]!);
    }
    let total = 0;
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) {
      let flow = 0;
      for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
        flow += probability[e]! * Math.exp(logFlow[child[e]!]! - largest);
      }
      policy[row] = flow;
      total += flow;
    }
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) policy[row]! /= total;
    logFlow[s] = largest + Math.log(total);
  }
  return { policy, law: graphLaw(graph, policy), logFlow };
}
