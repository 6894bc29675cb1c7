/**
 * The entropy ratio of docs/methods.md section 4 at work in an update: as a weight of the loss or as a loss of its own. Its
 * third use, the temperature of exploratory trajectories, is measured here and acts in the next roll-out.
 */
import { lax, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { WindageError } from "../../error.ts";
import { entropyTerms } from "../../objective/entropy-ratio/entropy-ratio.ts";
import { weightTransitions } from "../../objective/entropy-ratio/weight-transitions.ts";
import type { EntropyRatioInputs, EntropyTermOptions } from "../../objective/entropy-ratio/entropy-ratio.ts";
import type { LossReport, Objective, Terms, TransitionObjective } from "../../objective/objective.ts";

export interface EntropyRatioUse extends EntropyTermOptions {
  /**
   * `temperature`: exploratory trajectories act with T = clip(r_γ, 1, 1/γ) of the last batch. `weight`: the loss is
   * multiplied by r_γ. `balance`: the balance loss is added to it.
   */
  readonly use: "temperature" | "weight" | "balance";
  /** Weight of the balance loss, default 0.01. */
  readonly weight?: number;
}

/** The objective's report with the ratio's part in it, and the ratio itself to be logged. */
export interface RatioReport extends LossReport {
  readonly entropyRatio: JaxArray;
  readonly entropyTemperature: JaxArray;
}

export function reportWithRatio(
  objective: Objective,
  terms: Terms,
  inputs: EntropyRatioInputs,
  { use, weight = 0.01, ...options }: EntropyRatioUse,
): RatioReport {
  const ratio = entropyTerms({ ...inputs, mask: terms.mask }, options);
  const overStates = (values: JaxArray): JaxArray =>
    values.ndim === 0 ? values.ref : np.sum(values.ref.mul(terms.mask.ref)).div(np.sum(terms.mask.ref));
  const clamped = options.estimator === "clamped";
  const report =
    use === "weight" ? weighted(objective, terms, ratio.lossWeight, overStates) : objective.report(terms);
  return {
    ...(use === "balance" ? withBalance(report, ratio.balanceLoss, weight) : report),
    entropyRatio: lax.stopGradient(overStates(clamped ? ratio.clampedRatioPerState : ratio.ratio)),
    entropyTemperature: overStates(ratio.temperature),
  };
}

/** Transition by transition where the objective has them, otherwise as a whole by the mean weight. */
function weighted(
  objective: Objective,
  terms: Terms,
  weight: JaxArray,
  overStates: (values: JaxArray) => JaxArray,
): LossReport {
  if ("perTransition" in objective)
    return weightTransitions(objective as TransitionObjective, weight).report(terms);
  const { loss, parts } = objective.report(terms);
  return { loss: loss.mul(overStates(weight)), parts };
}

function withBalance({ loss, parts }: LossReport, balance: JaxArray, weight: number): LossReport {
  return { loss: loss.add(balance.ref.mul(weight)), parts: { ...parts, balance } };
}

export function checkRatioUse({ use, gamma, weight = 0.01 }: EntropyRatioUse): void {
  const refuse = (message: string): never => {
    throw new WindageError("training/bad-entropy-ratio", `entropyRatio: ${message}`);
  };
  if (!(gamma > 0 && gamma <= 1)) refuse(`got gamma ${gamma}, expected 0 < gamma ≤ 1.`);
  if (!["temperature", "weight", "balance"].includes(use))
    refuse(`got the use "${use}", expected temperature, weight or balance.`);
  if (!(weight >= 0 && Number.isFinite(weight))) refuse(`got weight ${weight}, expected a number from 0 on.`);
}
