/**
 * Stochastic detailed balance, the objective of record (docs/methods.md section 2):
 *
 *     L = Σ δ_t² / (number of real transitions)
 */
import { np } from "../../engine/jax.ts";
import { defineTransitionObjective } from "../define-objective.ts";
import { residual } from "./residual.ts";

export const sdb = defineTransitionObjective("sdb", ["policy", "backward", "flow", "dynamics"], (terms) =>
  np.square(residual(terms)),
);
