/**
 * Linex: `sdb` with e^δ − δ − 1 in place of δ² (docs/methods.md section 2). It punishes too much flow (δ > 0) exponentially
 * and too little linearly. `boundedExp` says what happens to residuals too large for an exponential.
 */
import { boundedExp } from "../bounded-exp.ts";
import { defineTransitionObjective } from "../define-objective.ts";
import { residual } from "./residual.ts";

export const linex = defineTransitionObjective(
  "linex",
  ["policy", "backward", "flow", "dynamics"],
  (terms) => {
    const delta = residual(terms);
    return boundedExp(delta.ref).sub(delta.add(1));
  },
);
