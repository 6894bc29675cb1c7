/** The residual δ of docs/methods.md section 2: what balance objectives drive to zero. */
import type { JaxArray } from "../../engine/jax.ts";
import type { Terms } from "../objective.ts";
import { stepCost } from "./trajectory-cost.ts";

/**
 * The residual of detailed balance, δ_t = log F(s_t) + log π + log P̂ − endLogFlow_t − log π_B, [T, B]; 0 past the
 * end.
 */
export function residual(terms: Terms): JaxArray {
  return terms.logFlow.ref.add(stepCost(terms)).sub(terms.endLogFlow.ref);
}

/** The residual of a world that does as it is told: δ_t without log P̂. */
export function deterministicResidual(terms: Terms): JaxArray {
  const { logFlow, logPolicy, endLogFlow, logBackward } = terms;
  return logFlow.ref.add(logPolicy.ref).sub(endLogFlow.ref.add(logBackward.ref));
}
