/**
 * Plain detailed balance: `sdb` without the dynamics term. Wrong under noise, where it aims at the policy a
 * deterministic world would call for; kept for comparison.
 */
import { np } from "../../engine/jax.ts";
import { defineTransitionObjective } from "../define-objective.ts";
import { deterministicResidual } from "./residual.ts";

export const db = defineTransitionObjective("db", ["policy", "backward", "flow"], (terms) =>
  np.square(deterministicResidual(terms)),
);
