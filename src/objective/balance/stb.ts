/**
 * Stochastic trajectory balance, with log F(s_0) as log Z (docs/methods.md section 2):
 *
 *     L = mean over trajectories of ( log F(s_0) + Σ_t (log π + log P̂ − log π_B) − log R )²
 */
import { np } from "../../engine/jax.ts";
import { defineObjective } from "../define-objective.ts";
import { trajectoryCost } from "./trajectory-cost.ts";

export const stb = defineObjective({
  name: "stb",
  needs: ["policy", "backward", "flow", "dynamics"],
  perTrajectory: true,
  loss: (terms) => np.mean(np.square(terms.logFlow.ref.slice(0).add(trajectoryCost(terms)))),
});
