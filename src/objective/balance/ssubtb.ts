/**
 * Stochastic sub-trajectory balance (docs/methods.md section 2). Over all sub-trajectories i < j of all trajectories:
 *
 *     L = Σ λ^{j−i} ( Σ_{i≤t<j} δ_t )² / Σ λ^{j−i}
 *
 * λ → 0 approaches `sdb`; a large λ lets the longest pieces decide, as in `stb`. Sums of δ are differences of its
 * cumulative sums, so all pairs are one array [T + 1, T + 1, B] and the graph does not grow with T.
 */
import { np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { WindageError } from "../../error.ts";
import { defineObjective } from "../define-objective.ts";
import type { Objective, Terms } from "../objective.ts";
import { residual } from "./residual.ts";

/** The weight λ of longer sub-trajectories. */
export interface SubTrajectoryOptions {
  /** Factor per step of length, above 0; 1 counts all lengths alike. */
  readonly lambda?: number;
}

export const defaultLambda = 0.9;

export function ssubtb({ lambda = defaultLambda }: SubTrajectoryOptions = {}): Objective<
  "policy" | "backward" | "flow" | "dynamics"
> {
  if (!(lambda > 0 && Number.isFinite(lambda))) {
    throw new WindageError(
      "objective/bad-lambda",
      `ssubtb: got λ = ${lambda}, expected a number above 0; ${defaultLambda} is usual and sdb is the limit at 0.`,
    );
  }
  return defineObjective({
    name: lambda === defaultLambda ? "ssubtb" : `ssubtb(${lambda})`,
    needs: ["policy", "backward", "flow", "dynamics"],
    loss: (terms) => subTrajectoryLoss(terms, lambda),
  });
}

function subTrajectoryLoss(terms: Terms, lambda: number): JaxArray {
  const [steps, batch] = terms.mask.shape as [number, number];
  const points = steps + 1;
  const sums = np.matmul(prefixSums(steps), residual(terms));
  const pieces = sums.ref.reshape([1, points, batch]).sub(sums.reshape([points, 1, batch]));
  const { weights, perEnd } = lengthWeights(steps, lambda);
  // A piece counts when its last step is real; pieces that start past the end also end past it.
  const ends = np.concatenate([np.zeros([1, batch]), terms.mask.ref], 0).reshape([1, points, batch]);
  const total = np.sum(np.sum(terms.mask.ref, 1).mul(perEnd));
  return np.sum(np.square(pieces).mul(weights.mul(ends))).div(total);
}

/** The matrix [T + 1, T] that turns δ into its sums over the first 0 … T steps. */
function prefixSums(steps: number): JaxArray {
  const values = new Float32Array((steps + 1) * steps);
  for (let j = 0; j <= steps; j++) values.fill(1, j * steps, j * steps + j);
  return np.array(values).reshape([steps + 1, steps]);
}

/** λ^{j−i} for i < j, else 0, as [T + 1, T + 1, 1]; and for each last step the sum over all pieces that end there. */
function lengthWeights(steps: number, lambda: number): { weights: JaxArray; perEnd: JaxArray } {
  const points = steps + 1;
  const weights = new Float32Array(points * points);
  const perEnd = new Float32Array(steps);
  for (let j = 1; j < points; j++) {
    let sum = 0;
    for (let i = 0; i < j; i++) {
      weights[i * points + j] = lambda ** (j - i);
      sum += lambda ** (j - i);
    }
    perEnd[j - 1] = sum;
  }
  return { weights: np.array(weights).reshape([points, points, 1]), perEnd: np.array(perEnd) };
}
