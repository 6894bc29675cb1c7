/**
 * The small convex problem behind the limits when noise is not sticky: minimise `Σ_c φ_c(q_c)` over the laws
 * `q = πP` that some distribution `π` over intentions can produce. Solved by an interior-point method (Newton
 * steps on a log barrier); the distance to the optimum is bounded by `actionCount · μ` and the last `μ` makes
 * that 1e-12. Sticky noise has a closed form and does not come here.
 */
import { WindageError } from "../../error.ts";
import { factorInPlace, substitute } from "../dense-cholesky.ts";

/** A sum of one convex function per outcome, given by value and first two derivatives at `q > 0`. */
export interface SeparableObjective {
  value(outcome: number, q: number): number;
  slope(outcome: number, q: number): number;
  curvature(outcome: number, q: number): number;
}

/** The best mixture found: `pi` over intentions and the law `q = πP` over outcomes. */
export interface Mixture {
  readonly pi: Float64Array;
  readonly q: Float64Array;
}

const GAP = 1e-12;
const ACCEPTED_GAP = 1e-11;
const SHRINK = 0.05;
const MAX_STEPS = 1_000;

/** Minimises `objective` over mixtures of the rows of `rows[a * outcomeCount + c]`. */
export function solveMixture(
  rows: Float64Array,
  actionCount: number,
  outcomeCount: number,
  objective: SeparableObjective,
): Mixture {
  const problem = new BarrierProblem(rows, actionCount, outcomeCount, objective);
  for (let mu = 0.1; ; mu *= SHRINK) {
    const last = (GAP * problem.scale()) / actionCount;
    mu = Math.max(mu, last);
    problem.centre(mu);
    if (mu > last) continue;
    problem.polish(mu);
    return problem.mixture();
  }
}

/** One barrier problem with its work space; `y` below is the Newton step in units of `π`, which keeps it well scaled. */
class BarrierProblem {
  private readonly rows: Float64Array;
  private readonly actions: number;
  private readonly outcomes: number;
  private readonly objective: SeparableObjective;
  private readonly reachable: Uint8Array;
  private readonly gradient: Float64Array;
  private readonly hessian: Float64Array;
  private readonly slopes: Float64Array;
  private readonly stepA: Float64Array;
  private readonly stepB: Float64Array;
  private pi: Float64Array;
  private q: Float64Array;
  private trialPi: Float64Array;
  private trialQ: Float64Array;
  private steps = 0;

  constructor(rows: Float64Array, actions: number, outcomes: number, objective: SeparableObjective) {
    this.rows = rows;
    this.actions = actions;
    this.outcomes = outcomes;
    this.objective = objective;
    this.pi = new Float64Array(actions).fill(1 / actions);
    this.q = new Float64Array(outcomes);
    this.trialPi = new Float64Array(actions);
    this.trialQ = new Float64Array(outcomes);
    this.gradient = new Float64Array(actions);
    this.hessian = new Float64Array(actions * actions);
    this.slopes = new Float64Array(actions);
    this.stepA = new Float64Array(actions);
    this.stepB = new Float64Array(actions);
    this.mix(this.pi, this.q);
    this.reachable = Uint8Array.from(this.q, (mass) => (mass > 0 ? 1 : 0));
  }

  /** The size of the numbers that are added up, at least 1: rounding errors are in proportion to it. */
  scale(): number {
    let sum = 0;
    for (let c = 0; c < this.outcomes; c++) {
      if (this.reachable[c]) sum += this.q[c]! * Math.abs(this.objective.slope(c, this.q[c]!));
    }
    return Math.max(1, sum);
  }

  /** The current mixture, after checking by duality that no other one is better by more than rounding allows. */
  mixture(): Mixture {
    this.differentiate(this.pi, this.q);
    // The slopes are relative to their mean, so the lowest one is what shifting all mass there would gain at most.
    const gap = -this.slopes.reduce((least, slope) => Math.min(least, slope), 0);
    const scale = this.scale();
    if (!(gap <= ACCEPTED_GAP * scale)) {
      throw new WindageError(
        "evaluation/no-convergence",
        `solveMixture: got within ${gap} nats of the optimum over ${this.actions} intentions after ${this.steps} steps, expected ${ACCEPTED_GAP * scale}. Check the kernel and the rewards for extreme values.`,
        { kind: "failure" },
      );
    }
    return { pi: this.pi, q: this.q };
  }

  /** Newton steps until the barrier function is within a fraction of `mu` of its minimum. */
  centre(mu: number): void {
    while (this.steps < MAX_STEPS) {
      const { step, decrement } = this.newtonStep(mu);
      if (decrement <= 0.1 * mu) return;
      if (!this.advance(mu, step, decrement)) return;
      this.steps++;
    }
  }

  /**
   * Full Newton steps while they still help. The last digits of the objective are lost to rounding before the
   * last digits of `π` are right, so a line search cannot do this.
   */
  polish(mu: number): void {
    let previous = Infinity;
    for (let i = 0; i < 20; i++) {
      const { step, decrement } = this.newtonStep(mu);
      if (!(decrement < previous / 4)) return;
      previous = decrement;
      this.tryStep(step, this.longestStep(step));
      this.acceptTrial();
    }
  }

  private mix(pi: Float64Array, q: Float64Array): void {
    q.fill(0);
    for (let a = 0; a < this.actions; a++) {
      for (let c = 0; c < this.outcomes; c++) q[c] = q[c]! + pi[a]! * this.rows[a * this.outcomes + c]!;
    }
  }

  private barrier(mu: number, pi: Float64Array, q: Float64Array): number {
    let sum = 0;
    for (let c = 0; c < this.outcomes; c++) if (this.reachable[c]) sum += this.objective.value(c, q[c]!);
    for (let a = 0; a < this.actions; a++) sum -= mu * Math.log(pi[a]!);
    return sum;
  }

  /** Slope of the objective along each intention, relative to the mean slope under `pi`. */
  private differentiate(pi: Float64Array, q: Float64Array): void {
    this.slopes.fill(0);
    for (let c = 0; c < this.outcomes; c++) {
      if (!this.reachable[c]) continue;
      const slope = this.objective.slope(c, q[c]!);
      for (let a = 0; a < this.actions; a++) {
        const share = this.rows[a * this.outcomes + c]!;
        // An outcome the intention cannot cause says nothing about it, however steep it is.
        if (share > 0) this.slopes[a] = this.slopes[a]! + share * slope;
      }
    }
    const mean = dot(pi, this.slopes);
    for (let a = 0; a < this.actions; a++) this.slopes[a] = this.slopes[a]! - mean;
  }

  private newtonStep(mu: number): { readonly step: Float64Array; readonly decrement: number } {
    const { actions, outcomes, rows, pi, q, gradient, hessian } = this;
    this.differentiate(pi, q);
    hessian.fill(0);
    for (let a = 0; a < actions; a++) {
      gradient[a] = pi[a]! * this.slopes[a]! - mu * (1 - actions * pi[a]!);
      hessian[a * actions + a] = mu;
    }
    for (let c = 0; c < outcomes; c++) {
      if (!this.reachable[c]) continue;
      const curvature = this.objective.curvature(c, q[c]!);
      for (let a = 0; a < actions; a++) {
        const left = curvature * pi[a]! * rows[a * outcomes + c]!;
        if (left === 0) continue;
        for (let b = 0; b <= a; b++) {
          hessian[a * actions + b] = hessian[a * actions + b]! + left * pi[b]! * rows[b * outcomes + c]!;
        }
      }
    }
    factorInPlace(hessian, actions, kept);
    this.stepA.set(gradient);
    this.stepB.set(pi);
    substitute(hessian, actions, this.stepA);
    substitute(hessian, actions, this.stepB);
    // The multiplier keeps Σ π·y = 0, so that π stays a distribution.
    const multiplier = dot(pi, this.stepA) / dot(pi, this.stepB);
    for (let a = 0; a < actions; a++) this.stepA[a] = multiplier * this.stepB[a]! - this.stepA[a]!;
    return { step: this.stepA, decrement: Math.max(0, -dot(gradient, this.stepA)) };
  }

  /** Takes the step, shortened to stay inside and to go down; false when rounding leaves nothing to gain. */
  private advance(mu: number, y: Float64Array, decrement: number): boolean {
    const before = this.barrier(mu, this.pi, this.q);
    const resolvable = decrement > 1e-10 * (1 + Math.abs(before));
    for (let length = this.longestStep(y); length > 1e-10; length /= 2) {
      this.tryStep(y, length);
      // Where the decrease itself drowns in rounding, the slope at the far end tells whether the step overshot.
      const descends = resolvable
        ? this.barrier(mu, this.trialPi, this.trialQ) <= before - 0.1 * length * decrement
        : this.slopeAhead(mu, y) <= 0.5 * decrement;
      if (descends) {
        this.acceptTrial();
        return true;
      }
    }
    return false;
  }

  /** Directional derivative of the barrier function at the trial point, along the step that led there. */
  private slopeAhead(mu: number, y: Float64Array): number {
    this.differentiate(this.trialPi, this.trialQ);
    let sum = 0;
    for (let a = 0; a < this.actions; a++) {
      const direction = this.pi[a]! * y[a]!;
      sum += direction * (this.slopes[a]! - mu / this.trialPi[a]!);
    }
    return sum;
  }

  private longestStep(y: Float64Array): number {
    let length = 1;
    for (let a = 0; a < this.actions; a++) if (y[a]! < 0) length = Math.min(length, -0.99 / y[a]!);
    return length;
  }

  private tryStep(y: Float64Array, length: number): void {
    let sum = 0;
    for (let a = 0; a < this.actions; a++) {
      this.trialPi[a] = this.pi[a]! * (1 + length * y[a]!);
      sum += this.trialPi[a]!;
    }
    for (let a = 0; a < this.actions; a++) this.trialPi[a] = this.trialPi[a]! / sum;
    this.mix(this.trialPi, this.trialQ);
  }

  private acceptTrial(): void {
    [this.pi, this.trialPi] = [this.trialPi, this.pi];
    [this.q, this.trialQ] = [this.trialQ, this.q];
  }
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]! * y[i]!;
  return sum;
}

/** A pivot lost to rounding is replaced by a tiny positive one. */
function kept(square: number): number {
  return Math.max(square, 1e-16);
}
