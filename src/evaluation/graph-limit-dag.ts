/**
 * Both limits on a `StateGraph` whose states have several parents, such as grids. The problem is convex in the
 * visits but no longer splits by state, so it is solved by multiplicative updates of the whole policy, one
 * backward pass each:
 *
 * - reverse: alternating minimisation of the trajectory KL over `π` and `π_B` (Blahut–Arimoto with costs);
 * - forward: expectation–maximisation, `π(a|s) ∝` expected uses of `a` at `s` on the way to target samples.
 *
 * Both are over-relaxed while that helps, and stop by a duality gap that bounds the distance to the optimum.
 */
import { graphLaw, uniformPolicy } from "./graph-law.ts";
import type { StateGraph } from "./state-graph.ts";

export interface DagLimitOptions {
  /** Stop when the objective is certainly within this many nats of the optimum. */
  readonly gap: number;
  readonly maxSteps: number;
}

/** The policy found, and the proven bound on how far its divergence is from the limit. */
export interface DagLimit {
  readonly policy: Float64Array;
  readonly gap: number;
}

/** One direction: the divergence of a law, and the backward pass that improves a policy. */
interface Method {
  objective(law: Float64Array): number;
  /** Writes the improved policy to `next` and returns the duality gap at `policy`. */
  update(policy: Float64Array, law: Float64Array, relaxation: number, next: Float64Array): number;
}

/** Improves the uniform policy until the gap is closed or the steps are used up; the caller judges the gap. */
export function dagLimitPolicy(
  graph: StateGraph,
  logTarget: Float64Array,
  direction: "reverse" | "forward",
  options: DagLimitOptions,
): DagLimit {
  const method = direction === "reverse" ? reverseMethod(graph, logTarget) : forwardMethod(graph, logTarget);
  let policy = uniformPolicy(graph);
  let law = graphLaw(graph, policy);
  let objective = method.objective(law);
  let gap = Infinity;
  let relaxation = 1;
  let trial: Float64Array = new Float64Array(policy.length);
  for (let step = 0; step < options.maxSteps; step++) {
    gap = method.update(policy, law, relaxation, trial);
    // Also ends, by NaN, when every policy is infinitely bad.
    if (!(gap > options.gap)) break;
    const trialLaw = graphLaw(graph, trial);
    const trialObjective = method.objective(trialLaw);
    // The plain update never makes things worse; an over-relaxed one may, and is then taken back.
    if (!(trialObjective <= objective) && relaxation > 1) {
      relaxation = Math.max(1, relaxation / 2);
      continue;
    }
    [policy, trial] = [trial, policy];
    law = trialLaw;
    objective = trialObjective;
    relaxation *= 1.1;
  }
  return { policy, gap };
}

/**
 * With `U(x) = log P(x) − log target(x)` at the objects and `Q(s,a) = Σ P(s'|s,a) U(s')`, the update is
 * `π(a|s) ∝ π(a|s) exp(−Q)` and `U(s) = −log Σ_a π exp(−Q)`. Taking the best action instead of the soft minimum
 * gives a lower bound on the limit.
 */
function reverseMethod(graph: StateGraph, logTarget: Float64Array): Method {
  const { stateCount, actionCount, rowStart, child, probability, object } = graph;
  const soft = new Float64Array(stateCount);
  const hard = new Float64Array(stateCount);
  const cost = new Float64Array(actionCount);
  const objective = (law: Float64Array): number => {
    let sum = 0;
    for (let x = 0; x < law.length; x++) {
      if (law[x]! > 0) sum += law[x]! * (Math.log(law[x]!) - logTarget[x]!);
    }
    return sum;
  };
  const update: Method["update"] = (policy, law, relaxation, next) => {
    for (let s = stateCount - 1; s >= 0; s--) {
      const x = object[s]!;
      if (x >= 0) {
        // An object that has become unreachable must not look infinitely attractive.
        soft[s] = hard[s] = Math.log(Math.max(law[x]!, 1e-300)) - logTarget[x]!;
        continue;
      }
      let least = Infinity;
      let lowest = Infinity;
      for (let a = 0; a < actionCount; a++) {
        const row = s * actionCount + a;
        let q = 0;
        let bound = 0;
        for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
          q += probability[e]! * soft[child[e]!]!;
          bound += probability[e]! * hard[child[e]!]!;
        }
        cost[a] = q;
        if (rowStart[row] === rowStart[row + 1]) continue;
        lowest = Math.min(lowest, bound);
        if (policy[row]! > 0) least = Math.min(least, q);
      }
      hard[s] = lowest;
      let sum = 0;
      for (let a = 0; a < actionCount; a++) {
        const row = s * actionCount + a;
        const kept = policy[row]! > 0 && least < Infinity;
        next[row] = kept ? policy[row]! * Math.exp(-relaxation * (cost[a]! - least)) : 0;
        sum += next[row];
      }
      soft[s] = least === Infinity ? Infinity : least - Math.log(sum) / relaxation;
      for (let row = s * actionCount; row < (s + 1) * actionCount; row++) {
        next[row] = sum > 0 ? next[row]! / sum : policy[row]!;
      }
    }
    return objective(law) - hard[0]!;
  };
  return { objective, update };
}

/**
 * With `B(x) = target(x)/P(x)` at the objects and `B(s) = Σ_a π(a|s) Q(s,a)`, `Q(s,a) = Σ P(s'|s,a) B(s')`, the
 * update is `π(a|s) ∝ π(a|s) Q(s,a)`. Taking the best action instead of the mean gives `B* − 1`, a bound on
 * what any policy can still gain.
 */
function forwardMethod(graph: StateGraph, logTarget: Float64Array): Method {
  const { stateCount, actionCount, rowStart, child, probability, object } = graph;
  const mean = new Float64Array(stateCount);
  const best = new Float64Array(stateCount);
  const gain = new Float64Array(actionCount);
  const objective = (law: Float64Array): number => {
    let sum = 0;
    for (let x = 0; x < law.length; x++) {
      const mass = Math.exp(logTarget[x]!);
      if (mass > 0) sum += mass * (logTarget[x]! - Math.log(law[x]!));
    }
    return sum;
  };
  const update: Method["update"] = (policy, law, relaxation, next) => {
    for (let s = stateCount - 1; s >= 0; s--) {
      const x = object[s]!;
      if (x >= 0) {
        mean[s] = best[s] = logTarget[x] === -Infinity ? 0 : Math.exp(logTarget[x]! - Math.log(law[x]!));
        continue;
      }
      let total = 0;
      let most = 0;
      for (let a = 0; a < actionCount; a++) {
        const row = s * actionCount + a;
        let q = 0;
        let bound = 0;
        for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
          q += probability[e]! * mean[child[e]!]!;
          bound += probability[e]! * best[child[e]!]!;
        }
        gain[a] = q;
        total += policy[row]! * q;
        most = Math.max(most, bound);
      }
      mean[s] = total;
      best[s] = most;
      let sum = 0;
      for (let a = 0; a < actionCount; a++) {
        const row = s * actionCount + a;
        next[row] = total > 0 ? policy[row]! * (gain[a]! / total) ** relaxation : policy[row]!;
        sum += next[row];
      }
      for (let row = s * actionCount; row < (s + 1) * actionCount; row++) next[row] = next[row]! / sum;
    }
    return best[0] === Infinity ? NaN : best[0]! - 1;
  };
  return { objective, update };
}
