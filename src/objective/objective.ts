/**
 * What an objective is: a function from the named terms of docs/methods.md section 1, as arrays over a batch, to a scalar
 * loss. It declares the heads it needs, so that a model without them does not compile.
 */
import type { JaxArray } from "../engine/jax.ts";
import type { Head } from "../model/model.ts";

export type { Head };

/**
 * The named arrays that an objective is a function of, for a batch of B trajectories of at most T steps, time-major.
 * Steps past a trajectory's end are 0 and have mask 0. Objectives read them and leave them to the caller: nothing here
 * is consumed.
 */
export interface Terms extends Partial<ExtraTerms> {
  /** log π(a_t | s_t), [T, B]. */
  readonly logPolicy: JaxArray;
  /** log π_B(a_t | s_{t+1}), [T, B]. */
  readonly logBackward: JaxArray;
  /** log P̂(c_t | s_t, a_t), [T, B]; no gradient flows through it. */
  readonly logDynamics: JaxArray;
  /** log F(s_t), [T, B]. */
  readonly logFlow: JaxArray;
  /** log F(s_{t+1}), or log R(x) where s_{t+1} is terminal, [T, B]. */
  readonly endLogFlow: JaxArray;
  /** log R(x), [B]. */
  readonly logReward: JaxArray;
  /** 1 for real steps, 0 past the end, [T, B]. */
  readonly mask: JaxArray;
  /** 1 for trajectories sampled from π itself, 0 for all others, [B]. */
  readonly onPolicy: JaxArray;
  /** Trajectories with the same number are compared with each other, int32 [B]; all of them where it is absent. */
  readonly peers?: JaxArray;
  /** What the backward policy was made of where the intention in it is computed; absent where all of it is learned. */
  readonly posterior?: PosteriorTerms;
}

/** Of log π_B = log π + log P̂ − log q (+ log of the parent), what is not among the other terms; 0 past the end. */
export interface PosteriorTerms {
  /** log q(c_t|s_t) = log Σ_a π(a|s_t) P̂(c_t|s_t,a), [T, B]. */
  readonly logOutcome: JaxArray;
  /** The learned log π_B(s_t | s_{t+1}) over parents, [T, B], where states have several. */
  readonly logParent?: JaxArray;
  /** Whether an intention acts later as well, through what the noise or the model remembers of it. */
  readonly isRemembered: boolean;
}

/** What an objective may read beside the transitions; whoever trains makes each of them from a source of its own. */
export interface ExtraTerms {
  /** Every intention and outcome at visited states. */
  readonly children: ChildTerms;
  /** The flows that stopping implies at visited states. */
  readonly stopping: StoppingTerms;
}

/** What an objective can need beside transitions, by name. */
export type ExtraName = keyof ExtraTerms;

/** F(s) = R(s) / π(⊤|s) along the trajectories, [T, B] each. */
export interface StoppingTerms {
  /** log R(s_t) − log π(⊤|s_t). */
  readonly logFlow: JaxArray;
  /** The same at s_{t+1}; not read where that is terminal. */
  readonly endLogFlow: JaxArray;
  /** 1 for steps that do not end the trajectory. */
  readonly mask: JaxArray;
}

/**
 * What the local generalised KL reads at each of N visited states: all A intentions and all C outcomes, whether they
 * were taken or not. What cannot happen has a log of −1e9 or less, never −∞.
 */
export interface ChildTerms {
  /** log F(s), [N]. */
  readonly logFlow: JaxArray;
  /** log F(s·c), or log R where s·c is terminal, [N, C]. */
  readonly childLogFlow: JaxArray;
  /** log π(a | s), [N, A]. */
  readonly logPolicy: JaxArray;
  /** log P̂(c | s, a), [N, A, C]; no gradient flows through it. */
  readonly logDynamics: JaxArray;
  /** log π_B(a | s·c), [N, C, A]. */
  readonly childLogBackward: JaxArray;
  /** 1 for states that count, 0 for padding, [N]. */
  readonly mask: JaxArray;
}

/** A scalar loss with the named values it is made of, all scalars from the same graph. */
export interface LossReport {
  readonly loss: JaxArray;
  readonly parts: Readonly<Record<string, JaxArray>>;
}

/** An objective: a function from the named terms of docs/methods.md section 1, as arrays over a batch, to a scalar loss. */
export interface Objective<Needs extends Head = Head> {
  readonly name: string;
  /** The heads it reads; a known kernel stands in for `dynamics`. */
  readonly needs: readonly Needs[];
  /** Whether it learns from trajectories with `onPolicy` = 1 only, and needs at least two of them. */
  readonly needsOnPolicy: boolean;
  /** Whether it looks at trajectories as wholes, with no flow but that of s_0: such objectives need no states to be seen. */
  readonly perTrajectory: boolean;
  /** What it reads beside the transitions. */
  readonly extras: readonly ExtraName[];
  /** The loss of a batch; consumes nothing it does not `ref`. */
  loss(terms: Terms): JaxArray;
  /** The same loss together with its parts by name, computed once. */
  report(terms: Terms): LossReport;
}

/** An objective that is a mean over transitions, so that each of them can be weighted and looked at. */
export interface TransitionObjective<Needs extends Head = Head> extends Objective<Needs> {
  /** The penalty of every transition, [T, B], 0 past the end. */
  perTransition(terms: Terms): JaxArray;
}
