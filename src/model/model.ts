/**
 * What a model is: a tree of parameters and a function from states to heads. Models know nothing of objectives or
 * environments; a state reaches them as a row of features and, where states are numbered, its number.
 */
import type { ArraysOf, JaxArray, ParameterTree } from "../engine/index.ts";

/** Parts of a model an objective may need. */
export type Head = "policy" | "backward" | "flow" | "dynamics";

/** N states. */
export interface StateInputs {
  /** [N, features]. */
  readonly features: JaxArray;
  /** The numbers of the states, [N] int32; only models that ask for it get it. */
  readonly index?: JaxArray;
}

/** What a model says of N states. */
export interface HeadOutputs {
  /** Logits of π(a|s), [N, actions]. */
  readonly policy: JaxArray;
  /** Logits of π_B(·|s), [N, backward actions]; absent where the posterior takes its place. */
  readonly backward?: JaxArray;
  /** log F(s), [N]. */
  readonly logFlow: JaxArray;
}

/** Sizes a model must fit. */
export interface ModelShape {
  readonly featureCount: number;
  readonly actionCount: number;
  /** Ways into a state that π_B chooses among; 0 for a model without that head. */
  readonly backwardCount: number;
  readonly outcomeCount: number;
  /**
   * What log F starts from, as weights on the features: for sequences the logarithm of how many ways are left. Added to
   * the flow head, so that it has only the difference to learn.
   */
  readonly flowStart?: Float32Array;
  /** How sequences stand in the features, where the environment builds them. */
  readonly sequence?: { readonly letters: number; readonly length: number };
  /** Number of states, where they are numbered. */
  readonly stateCount?: number;
}

export interface Model<T extends ParameterTree = ParameterTree, H extends Head = Head> {
  readonly name: string;
  readonly heads: readonly H[];
  readonly tree: T;
  readonly needsIndex: boolean;
  apply(parameters: ArraysOf<T>, states: StateInputs): HeadOutputs;
}

/** A learned P̂(outcome | state, intention). */
export interface DynamicsModel<T extends ParameterTree = ParameterTree> {
  readonly name: string;
  readonly tree: T;
  /** Logits over outcomes for every intention, [N, actions, outcomes], from features [N, F]. */
  apply(parameters: ArraysOf<T>, features: JaxArray): JaxArray;
  /** The same for one intention per state, int32 [N]: [N, outcomes], where that is cheaper. */
  applyTaken?(parameters: ArraysOf<T>, features: JaxArray, intention: JaxArray): JaxArray;
}
