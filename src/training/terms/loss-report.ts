/** The loss of a batch inside a graph, with what else of it is worth logging; `update-program.ts` reads the names. */
import { lax, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { logPolicyOf } from "../../objective/log-probability.ts";
import type { LossReport, Terms } from "../../objective/objective.ts";
import type { UpdateParts } from "./batch-terms.ts";
import { reportWithRatio } from "./entropy-ratio-use.ts";
import type { Given } from "./term-source.ts";

/** Outputs whose name starts so are parts of the objective. */
export const partPrefix = "part:";

/** The objective's loss, its parts by name, and the entropy ratio where it is used. */
export function objectiveReport(
  { objective, entropyRatio }: UpdateParts,
  terms: Terms,
  logits: JaxArray,
  legal: JaxArray | undefined,
): { readonly objectiveLoss: JaxArray } & Given {
  const { loss, parts, ...ratio }: LossReport = entropyRatio
    ? reportWithRatio(objective, terms, { logits, ...(legal ? { legal } : {}) }, entropyRatio)
    : objective.report(terms);
  const names = Object.keys(parts);
  // An objective that is its own only part needs no second output.
  const isWhole = names.length === 1 && names[0] === objective.name;
  return {
    objectiveLoss: loss,
    ...ratio,
    ...(isWhole
      ? {}
      : Object.fromEntries(names.map((name) => [partPrefix + name, lax.stopGradient(parts[name]!)]))),
  };
}

/** Mean entropy of π over real steps, for the log only. */
export function meanEntropy(logits: JaxArray, legal: JaxArray | undefined, mask: JaxArray): JaxArray {
  const logPolicy = lax.stopGradient(logPolicyOf(logits, legal));
  const perState = np.sum(np.exp(logPolicy.ref).mul(logPolicy), -1);
  return np.sum(perState.mul(mask.ref)).div(np.sum(mask.ref)).mul(-1);
}
