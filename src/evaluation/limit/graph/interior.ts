/**
 * The limit of a `Flow` by a primal–dual interior-point method (Mehrotra's predictor and corrector). The limit is
 * a convex programme in the visits `μ(s,a) ≥ 0`: what leaves a state is what arrives there, what arrives at the
 * objects is their law `P`. With potentials `U` of the nodes, optimal means
 *
 * - `z(s,a) = Σ P(s'|s,a) U(s') − U(s) ≥ 0` and `μ z = 0`: intentions in use are the cheapest ones;
 * - at the objects `U = log(P/t)` (reverse), or `−U P = t` (forward; a product, like `μ z`, so that it stays benign
 *   where an object can be reached with probability 1e-16 only).
 *
 * Newton's method on these equations, with `μ z = τ` and `τ → 0`, takes about ten to forty steps on grids up to
 * 64×64, each one sparse factorisation. Multiplicative updates alone are still 2e-4 nats away after 20,000 there.
 *
 * Measured on grids of 32×32 and 64×64 and left out, because it takes more steps: no updates before the first step
 * (up to three times as many), thirty instead of ten (up to 2.6 times), reverse ones (often more than 150 at α ≥ 0.75);
 * one common length for both steps (up to a third more); plain centring wherever the corrected step is short (up to
 * three times as many). Without much effect: the first `τ`, and a uniform policy in place of `startPolicy`.
 */
import { Certificate } from "./certificate.ts";
import { startPolicy, type Direction, type Flow } from "./flow.ts";
import { acrossRows, intoNodes, type NewtonSystem } from "./newton.ts";
import { improveByUpdates, marginalCosts, type LimitOptions } from "./updates.ts";
import { finish, type Steps } from "../../long-computation.ts";

/** Forward updates before the first step; they give every object its share without starving any. */
const WARM_UP = 10;
/** How much of the starting policy is kept beside the warmed-up one. */
const START_KEPT = 0.01;
/** The first `Σ μ z` beyond what costs already differ by. */
const FIRST_SLACK = 0.1;
/** Visits start at no less, so that nothing overflows. */
const LEAST_MASS = 1e-250;
/** How far towards the boundary a step may go. */
const REACH = 0.99;
/** Without a smaller gap for this many steps, rounding has the upper hand. */
const PATIENCE = 25;

/** Closes the gap of the certificate as far as steps and rounding allow; returns the number of steps. */
export function* improveByInteriorPoint(
  flow: Flow,
  direction: Direction,
  system: NewtonSystem,
  certificate: Certificate,
  { gap, maxSteps, isOver }: LimitOptions,
): Steps<number> {
  const point = startPoint(flow, direction);
  const direct = directions(flow, direction, system, point);
  let smallest = Infinity;
  let smallestAt = 0;
  for (let step = 0; ; step++) {
    certificate.offer(policyOf(flow, point.visits));
    certificate.offerCosts(point.potential);
    if (certificate.gap < smallest) [smallest, smallestAt] = [certificate.gap, step];
    if (!(certificate.gap > gap) || step >= maxSteps || step - smallestAt >= PATIENCE || isOver?.())
      return step;
    yield certificate.gap;
    if (!advance(point, direct)) return step;
  }
}

/** Where the method stands, and with `d` in front the step it considers. */
interface Point {
  /** `μ` and `z`, by row. */
  readonly visits: Float64Array;
  readonly slack: Float64Array;
  /** `U`, by node. */
  readonly potential: Float64Array;
  /** `P`, by object. */
  readonly law: Float64Array;
}

function startPoint(flow: Flow, direction: Direction): Point {
  const { stateCount, rowStart, nodeCount } = flow;
  const policy = startPolicy(flow);
  const warm = new Certificate(flow, "forward");
  finish(improveByUpdates(flow, "forward", policy.slice(), warm, { gap: 0, maxSteps: WARM_UP }));
  for (let row = 0; row < policy.length; row++) {
    policy[row] = START_KEPT * policy[row]! + (1 - START_KEPT) * warm.policy[row]!;
  }
  const nodes = warm.offer(policy).visits;
  const potential = new Float64Array(nodeCount);
  marginalCosts(flow, direction, nodes, potential);
  const visits = new Float64Array(policy.length);
  const slack = new Float64Array(policy.length);
  for (let s = stateCount - 1; s >= 0; s--) {
    let mean = 0;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      slack[row] = expectedPotential(flow, row, potential);
      mean += policy[row]! * slack[row]!;
    }
    potential[s] = mean;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      visits[row] = Math.max(policy[row]! * nodes[s]!, LEAST_MASS);
      slack[row] = Math.max(0, slack[row]! - mean) + FIRST_SLACK / policy.length / visits[row]!;
    }
  }
  return { visits, slack, potential, law: nodes.slice(stateCount).map((mass) => Math.max(mass, LEAST_MASS)) };
}

function expectedPotential(
  { edgeStart, child, probability }: Flow,
  row: number,
  potential: Float64Array,
): number {
  let sum = 0;
  for (let e = edgeStart[row]!; e < edgeStart[row + 1]!; e++) sum += probability[e]! * potential[child[e]!]!;
  return sum;
}

function policyOf({ stateCount, rowStart }: Flow, visits: Float64Array): Float64Array {
  const policy = new Float64Array(visits.length);
  for (let s = 0; s < stateCount; s++) {
    let sum = 0;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) sum += visits[row]!;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) policy[row] = visits[row]! / sum;
  }
  return policy;
}

/** The Newton step at a point, in parts that share one factorisation. */
interface Directions {
  readonly step: Point;
  /** Takes the residuals and factors the matrix. */
  prepare(): void;
  /** Solves for `μ z + μ dz + z dμ = wanted` and returns how far `μ, P` and `z, U` could go at most. */
  aim(wanted: Float64Array): { readonly primal: number; readonly dual: number };
}

function directions(flow: Flow, direction: Direction, system: NewtonSystem, point: Point): Directions {
  const { stateCount, nodeCount, logTarget } = flow;
  const { visits, slack, potential, law } = point;
  const forward = direction === "forward";
  const rowCount = visits.length;
  const target = logTarget.map(Math.exp);
  const dualRest = new Float64Array(rowCount);
  const primalRest = new Float64Array(nodeCount);
  const lawRest = new Float64Array(law.length);
  const rowWeight = new Float64Array(rowCount);
  const nodeWeight = new Float64Array(nodeCount);
  const byRow = new Float64Array(rowCount);
  const byNode = new Float64Array(nodeCount);
  const step: Point = {
    visits: new Float64Array(rowCount),
    slack: new Float64Array(rowCount),
    potential: new Float64Array(nodeCount),
    law: new Float64Array(law.length),
  };
  return {
    step,
    prepare() {
      acrossRows(flow, potential, dualRest);
      for (let row = 0; row < rowCount; row++) {
        dualRest[row] = dualRest[row]! - slack[row]!;
        rowWeight[row] = visits[row]! / slack[row]!;
      }
      intoNodes(flow, visits, primalRest);
      for (let s = 0; s < stateCount; s++) primalRest[s] = (s === 0 ? -1 : 0) - primalRest[s]!;
      for (let x = 0; x < law.length; x++) {
        const node = stateCount + x;
        const p = law[x]!;
        primalRest[node] = p - primalRest[node]!;
        nodeWeight[node] = forward ? p / -potential[node]! : p;
        // What the law would change by if the potential stayed.
        lawRest[x] = forward
          ? (target[x]! + p * potential[node]!) / -potential[node]!
          : p * (potential[node]! + logTarget[x]! - Math.log(p));
      }
      system.set(rowWeight, nodeWeight);
    },
    aim(wanted) {
      for (let row = 0; row < rowCount; row++) {
        byRow[row] = wanted[row]! / slack[row]! - visits[row]! - rowWeight[row]! * dualRest[row]!;
      }
      intoNodes(flow, byRow, byNode);
      for (let n = 0; n < nodeCount; n++) {
        byNode[n] = byNode[n]! - primalRest[n]! - (n < stateCount ? 0 : lawRest[n - stateCount]!);
      }
      system.solve(byNode, step.potential);
      acrossRows(flow, step.potential, step.slack);
      let primal = Infinity;
      let dual = Infinity;
      for (let row = 0; row < rowCount; row++) {
        const dz = step.slack[row]! + dualRest[row]!;
        const dmu = (wanted[row]! - visits[row]! * dz) / slack[row]! - visits[row]!;
        step.slack[row] = dz;
        step.visits[row] = dmu;
        if (dmu < 0) primal = Math.min(primal, -visits[row]! / dmu);
        if (dz < 0) dual = Math.min(dual, -slack[row]! / dz);
      }
      for (let x = 0; x < law.length; x++) {
        const node = stateCount + x;
        const dp = lawRest[x]! + nodeWeight[node]! * step.potential[node]!;
        step.law[x] = dp;
        if (dp < 0) primal = Math.min(primal, -law[x]! / dp);
        if (forward && step.potential[node]! > 0)
          dual = Math.min(dual, -potential[node]! / step.potential[node]!);
      }
      return { primal, dual };
    },
  };
}

/** One step; false where rounding has left nothing to go by. */
function advance(point: Point, newton: Directions): boolean {
  const { visits, slack } = point;
  const { step } = newton;
  const wanted = new Float64Array(visits.length);
  newton.prepare();
  const affine = newton.aim(wanted);
  const [primalAffine, dualAffine] = [Math.min(1, affine.primal), Math.min(1, affine.dual)];
  let before = 0;
  let after = 0;
  for (let row = 0; row < visits.length; row++) {
    before += visits[row]! * slack[row]!;
    after +=
      (visits[row]! + primalAffine * step.visits[row]!) * (slack[row]! + dualAffine * step.slack[row]!);
  }
  const centring = Math.min(1, (after / before) ** 3) * (before / visits.length);
  // The corrector: the product of the two changes is what the linear equations had left out.
  for (let row = 0; row < visits.length; row++) wanted[row] = centring - step.visits[row]! * step.slack[row]!;
  const most = newton.aim(wanted);
  const primal = Math.min(1, REACH * most.primal);
  const dual = Math.min(1, REACH * most.dual);
  if (!Number.isFinite(before) || !step.potential.every(Number.isFinite)) return false;
  addScaled(visits, primal, step.visits);
  addScaled(point.law, primal, step.law);
  addScaled(slack, dual, step.slack);
  addScaled(point.potential, dual, step.potential);
  return true;
}

function addScaled(to: Float64Array, factor: number, what: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] = to[i]! + factor * what[i]!;
}
