/**
 * The part of the backward policy that needs no learning, which is all of it where every state has one parent: the
 * posterior over intentions,
 *
 *     q(c|s) = Σ_a π(a|s) P̂(c|s,a)        log π_B(a|s·c) = log π(a|s) + log P̂(c|s,a) − log q(c|s)
 *
 * It is what a learned π_B converges to. With it δ becomes log F(s) + log q(c|s) − endLogFlow: the intention cancels,
 * and with it the noise of having sampled one.
 */
import { lax, nn, np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { logPolicyOf } from "./log-probability.ts";
import type { Terms } from "./objective.ts";

/** What the posterior over intentions is computed from. */
export interface PosteriorInputs {
  /** Logits of π at s_0 … s_{T−1}, [T, B, A]. */
  readonly policyLogits: JaxArray;
  /** log P̂(c_t | s_t, a) of what happened, for every intention a, [T, B, A]. */
  readonly logDynamicsOfAll: JaxArray;
  /** Legal intentions, bool [T, B, A]. */
  readonly legal?: JaxArray;
  /** Whether the terms' backward policy is one over parents, to be kept as the other factor. */
  readonly overParents?: boolean;
  /** Whether every trajectory has T steps, so that none has to be masked. */
  readonly oneLength?: boolean;
  /** Whether what was intended changes later steps too: noise with memory, or a model that reads thoughts. */
  readonly isRemembered?: boolean;
}

/**
 * The same terms with the posterior in place of the learned backward policy. Where states have several parents, what was
 * learned is log π_B(s|s') over parents, and the posterior over intentions at the parent is added to it.
 */
export function withPosterior(terms: Terms, inputs: PosteriorInputs): Terms {
  const { policyLogits, logDynamicsOfAll, legal } = inputs;
  const { overParents = false, oneLength = false, isRemembered = false } = inputs;
  const joint = logPolicyOf(policyLogits, legal).add(lax.stopGradient(logDynamicsOfAll.ref));
  const logOutcome = nn.logsumexp(joint, -1);
  const ofIntention = terms.logPolicy.ref.add(terms.logDynamics.ref).sub(logOutcome.ref);
  const logBackward = overParents ? ofIntention.add(terms.logBackward.ref) : ofIntention;
  const steps = (values: JaxArray): JaxArray =>
    oneLength ? values : np.where(np.equal(terms.mask.ref, 1), values, 0);
  return {
    ...terms,
    logBackward: steps(logBackward),
    posterior: {
      logOutcome: steps(logOutcome),
      ...(overParents ? { logParent: steps(terms.logBackward.ref) } : {}),
      isRemembered,
    },
  };
}
