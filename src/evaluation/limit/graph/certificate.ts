/**
 * What a policy is worth and what no policy can beat, on a `Flow`. Both hold exactly whatever produced the policy
 * and the costs, so a limit found by any method, with any rounding, comes with a proven gap.
 */
import { startPolicy, visitsOf, type Direction, type Flow } from "./flow.ts";

/** The best policy and the best lower bound seen so far. */
export class Certificate {
  readonly #flow: Flow;
  readonly #direction: Direction;
  readonly #cost: Float64Array;
  /** By flow row. */
  policy: Float64Array;
  value = Infinity;
  bound = -Infinity;

  constructor(flow: Flow, direction: Direction) {
    this.#flow = flow;
    this.#direction = direction;
    this.#cost = new Float64Array(flow.nodeCount);
    this.policy = startPolicy(flow);
  }

  /** How many nats the policy may be above the limit. */
  get gap(): number {
    return this.value - this.bound;
  }

  /** Takes note of a policy and returns its visits and its divergence. */
  offer(policy: Float64Array): { readonly visits: Float64Array; readonly value: number } {
    const { stateCount, logTarget } = this.#flow;
    const visits = visitsOf(this.#flow, policy);
    let value = 0;
    for (let x = 0; x < logTarget.length; x++) {
      const mass = visits[stateCount + x]!;
      if (this.#direction === "forward") value += Math.exp(logTarget[x]!) * (logTarget[x]! - Math.log(mass));
      else if (mass > 0) value += mass * (Math.log(mass) - logTarget[x]!);
    }
    if (value < this.value) {
      this.value = value;
      this.policy.set(policy);
    }
    return { visits, value };
  }

  /**
   * Takes note of the lower bound that costs of the objects prove; `costs` is by node, only objects are read. With
   * `C` the least expected cost of any policy:
   *
   * - reverse: `KL(P‖t) ≥ Σ P c − log Σ t eᶜ ≥ C − log Σ t eᶜ`, by Gibbs' inequality;
   * - forward, costs below 0: `KL(t‖P) ≥ Σ t log(−c) − log Σ P (−c) ≥ Σ t log(−c) − log(−C)`, by Jensen's.
   *
   * Both are equalities at the limit, with `c = log(P/t)` and `c = −t/P`.
   */
  offerCosts(costs: Float64Array): void {
    const { stateCount, rowStart, edgeStart, child, probability, logTarget } = this.#flow;
    const forward = this.#direction === "forward";
    const least = this.#cost;
    let sum = 0;
    for (let x = 0; x < logTarget.length; x++) {
      const cost = costs[stateCount + x]!;
      least[stateCount + x] = cost;
      sum += forward ? Math.exp(logTarget[x]!) * Math.log(-cost) : Math.exp(logTarget[x]! + cost);
    }
    for (let s = stateCount - 1; s >= 0; s--) {
      least[s] = Infinity;
      for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
        let cost = 0;
        for (let e = edgeStart[row]!; e < edgeStart[row + 1]!; e++)
          cost += probability[e]! * least[child[e]!]!;
        if (cost < least[s]!) least[s] = cost;
      }
    }
    const bound = forward ? sum - Math.log(-least[0]!) : least[0]! - Math.log(sum);
    if (bound > this.bound) this.bound = bound;
  }
}
