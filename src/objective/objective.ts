/**
 * What an objective is: a function from the named terms of METHODS.md section 1, as arrays over a batch, to a scalar
 * loss. It declares the heads it needs, so that a model without them does not compile.
 */
import type { JaxArray } from "../engine/index.ts";
import type { Head } from "../model/model.ts";

export type { Head } from "../model/model.ts";

/**
 * The terms of a batch of B trajectories of at most T steps, time-major. Steps past a trajectory's end are 0 and have
 * mask 0.
 */
export interface Terms {
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
}

export interface Objective<Needs extends Head = Head> {
  readonly name: string;
  readonly needs: readonly Needs[];
  /** The loss of a batch; consumes nothing it does not `ref`. */
  loss(terms: Terms): JaxArray;
}
