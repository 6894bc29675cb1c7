/**
 * The limit of a `Flow` by multiplicative updates of the whole policy, one backward pass each:
 *
 * - reverse: alternating minimisation of the trajectory KL over `π` and `π_B` (Blahut–Arimoto with costs);
 * - forward: expectation–maximisation, `π(a|s) ∝` expected uses of `a` at `s` on the way to target samples.
 *
 * Both are over-relaxed while that helps. Cheap, safe and slow: good for a first approach, and for graphs too
 * entangled to factor.
 */
import type { Certificate } from "./certificate.ts";
import type { Direction, Flow } from "./flow.ts";
import type { Steps } from "../../long-computation.ts";

export interface LimitOptions {
  /** Stop when the objective is certainly within this many nats of the optimum. */
  readonly gap: number;
  /** Steps at most, Newton steps and updates together. */
  readonly maxSteps: number;
  /** Asked before every step; true ends the search with what it has found, and an open gap. */
  readonly isOver?: (() => boolean) | undefined;
}

/** Improves on a policy, whose array it uses up; the certificate is told of every policy on the way. */
export function* improveByUpdates(
  flow: Flow,
  direction: Direction,
  start: Float64Array,
  certificate: Certificate,
  { gap, maxSteps, isOver }: LimitOptions,
): Steps<void> {
  const costs = new Float64Array(flow.nodeCount);
  const update = direction === "reverse" ? updateReverse : updateForward;
  let policy = start;
  let { visits, value } = certificate.offer(policy);
  let trial: Float64Array = new Float64Array(policy.length);
  let relaxation = 1;
  for (let step = 0; step < maxSteps; step++) {
    marginalCosts(flow, direction, visits, costs);
    certificate.offerCosts(costs);
    if (!(certificate.gap > gap) || isOver?.()) return;
    yield certificate.gap;
    update(flow, policy, costs, relaxation, trial);
    const next = certificate.offer(trial);
    // The plain update never makes things worse; an over-relaxed one may, and is then taken back.
    if (!(next.value <= value) && relaxation > 1) {
      relaxation = Math.max(1, relaxation / 2);
      continue;
    }
    [policy, trial] = [trial, policy];
    ({ visits, value } = next);
    relaxation *= 1.1;
  }
}

/** The derivative of the divergence by the mass of each object, written to the objects' nodes. */
export function marginalCosts(
  { stateCount, logTarget }: Flow,
  direction: Direction,
  visits: Float64Array,
  costs: Float64Array,
): void {
  for (let x = 0; x < logTarget.length; x++) {
    // An object that has become unreachable must not look infinitely attractive.
    const logRatio = Math.log(Math.max(visits[stateCount + x]!, 1e-300)) - logTarget[x]!;
    costs[stateCount + x] = direction === "reverse" ? logRatio : -Math.exp(-logRatio);
  }
}

/** `Q(s,a) = Σ P(s'|s,a) U(s')`, `U(s) = −log Σ_a π exp(−Q)` and `π(a|s) ∝ π(a|s) exp(−Q)`. */
function updateReverse(
  flow: Flow,
  policy: Float64Array,
  costs: Float64Array,
  relaxation: number,
  next: Float64Array,
): void {
  const { stateCount, rowStart } = flow;
  for (let s = stateCount - 1; s >= 0; s--) {
    let least = Infinity;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      next[row] = expected(flow, row, costs);
      if (policy[row]! > 0) least = Math.min(least, next[row]!);
    }
    let sum = 0;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      next[row] = policy[row]! > 0 ? policy[row]! * Math.exp(relaxation * (least - next[row]!)) : 0;
      sum += next[row]!;
    }
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) next[row] = next[row]! / sum;
    costs[s] = least - Math.log(sum) / relaxation;
  }
}

/** With gains `B = −U`: `B(s) = Σ_a π(a|s) Q(s,a)` and `π(a|s) ∝ π(a|s) Q(s,a)`. */
function updateForward(
  flow: Flow,
  policy: Float64Array,
  costs: Float64Array,
  relaxation: number,
  next: Float64Array,
): void {
  const { stateCount, rowStart } = flow;
  for (let s = stateCount - 1; s >= 0; s--) {
    let mean = 0;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      next[row] = expected(flow, row, costs);
      mean += policy[row]! * next[row]!;
    }
    costs[s] = mean;
    let sum = 0;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      next[row] = mean < 0 ? policy[row]! * (next[row]! / mean) ** relaxation : policy[row]!;
      sum += next[row]!;
    }
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) next[row] = next[row]! / sum;
  }
}

function expected({ edgeStart, child, probability }: Flow, row: number, costs: Float64Array): number {
  let sum = 0;
  for (let e = edgeStart[row]!; e < edgeStart[row + 1]!; e++) sum += probability[e]! * costs[child[e]!]!;
  return sum;
}
