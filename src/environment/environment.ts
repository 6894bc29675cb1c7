/**
 * The contract of an environment, about one state at a time; the library batches. An environment says which intentions
 * are legal, what may really happen when one is carried out, and how states look to a model. It knows nothing of
 * rewards: a finished object is handed to a landscape as text.
 *
 * An *intention* (action) is what the policy wants; an *outcome* is what the environment really does. In a
 * deterministic environment they are the same number; `withNoise` wraps one to make them differ.
 */

import type { Context, ContextSpec } from "../landscape/context.ts";

/** The contract of an environment, how objects are built step by step and what may go wrong, about one state at a time; the library batches. */
export interface Environment<State = unknown> {
  readonly name: string;
  /** Intentions a policy chooses among, legal or not. */
  readonly actionCount: number;
  /** Things that can happen in a step. */
  readonly outcomeCount: number;
  /** No trajectory is longer than this. */
  readonly maxSteps: number;
  /** Numbers that describe a state to a model. */
  readonly featureCount: number;
  readonly initial: State;
  isTerminal(state: State): boolean;
  isLegal(state: State, action: number): boolean;
  /** Writes P(outcome | state, action) for every outcome; the action is legal. */
  outcomeProbabilities(state: State, action: number, out: Float64Array): void;
  /** The state after an outcome; only environments that declare `memory` may ask what was intended. */
  next(state: State, outcome: number, action?: number): State;
  /** Writes `featureCount` numbers from `offset` on. */
  encode(state: State, out: Float32Array, offset: number): void;
  /** Two states with the same key are the same state. */
  key(state: State): string;
  /** The finished object, as landscapes score it. */
  objectOf(state: State): string;
  /** How a state can have been entered: pairs of a parent and the intention there. */
  readonly backward: BackwardActions<State>;
  /** States numbered from 0, where they are few enough for tables; terminal states last. */
  readonly enumeration?: StateEnumeration<State>;
  /**
   * The intention that finishes the object as it stands, and the outcome of the same number; undefined where there is
   * none. Objectives that lean on it ask that it be legal and certain in every state.
   */
  readonly stopAction?: number | undefined;
  /**
   * Whether noise may replace this outcome in this state, and put it in place of another. Without it noise may touch
   * every outcome that some legal intention can lead to.
   */
  slips?(state: State, outcome: number): boolean;
  /**
   * States as tokens, where the outcomes so far are all there is to a state: token t is the outcome of step t. Models of
   * sequences then read tokens, and features are neither written nor read.
   */
  readonly tokens?: TokenLayout<State>;
  /** The condition z that every trajectory is given and keeps, where there is one; see `withContext`. */
  readonly context?: ContextSpec;
  /** The initial state under a condition, where what may happen depends on it; otherwise it is always `initial`. */
  start?(context: Context): State;
  /** The noise that was laid over the environment, for reports; set by `withNoise`. */
  readonly noise?: NoiseDescription;
  /** What states remember of earlier intentions, beyond what was built; without it outcomes alone move states on. */
  readonly memory?: MemoryDeclaration<State>;
}

/**
 * The memory of a process whose noise depends on earlier intentions. It is part of the state: `key` tells apart what
 * behaves differently from now on, and `next` is given the intention. Models may see it in `encode` or not.
 */
export interface MemoryDeclaration<State> {
  /** Different memories. */
  readonly count: number;
  /** The number, from 0 on, of what is remembered in a state. */
  indexOf(state: State): number;
  /** The key of what was built, whatever is remembered. */
  builtKey(state: State): string;
  /** What is remembered after a step, where it follows from this alone; models can then be shown the memory itself. */
  remember?(memory: number, action: number, outcome: number): number;
  /** The same process with states that remember no more than they need, where these do: for limits. */
  shortest?(): Environment;
}

/** The states of an environment type. */
export type StateOf<E extends Environment> = E extends Environment<infer State> ? State : never;

/** What the backward policy is over: where every state has one parent, simply the intentions. */
export interface BackwardActions<State> {
  readonly count: number;
  /** The number of the pair (parent, intention) for a step with this intention and outcome. */
  indexOf(action: number, outcome: number): number;
  /**
   * Whether the state can have been entered that way, that is with a probability above zero. It should be exact: mass
   * that a backward policy can put on impossible ways in is mass that balance objectives lose without noticing.
   */
  isLegal(state: State, index: number): boolean;
  /**
   * The step that a number stands for, or undefined where there is none, whether its outcome is possible or not. With
   * it `withNoise` keeps `isLegal` exact; without it the environment's own `isLegal` has to allow for noise.
   */
  entry?(state: State, index: number): Entry<State> | undefined;
}

/** A way into a state. */
export interface Entry<State> {
  readonly parent: State;
  readonly action: number;
  readonly outcome: number;
}

/** How states are written as tokens. */
export interface TokenLayout<State> {
  /** Tokens that continue an object; where objects may stop early, the token of this number stops them. */
  readonly letters: number;
  /** The most tokens there can be, which is also `maxSteps`. */
  readonly length: number;
  /** Whether objects can be shorter than `length`; if not, every trajectory has `length` steps. */
  readonly stops: boolean;
  /** Writes `length` numbers from `offset` on: the outcomes so far, then `outcomeCount` for steps not taken. */
  write(state: State, out: Int32Array, offset: number): void;
}

/** States numbered from 0 on. */
export interface StateEnumeration<State> {
  readonly stateCount: number;
  indexOf(state: State): number;
}

/** What a report says about noise; plain data, so that it can be written as JSON. */
export interface NoiseDescription {
  readonly kind: string;
  /** False where one table P(outcome | intention) holds in every state (masks aside). */
  readonly dependsOnState: boolean;
  readonly alpha?: number;
  /** One row per intended token. */
  readonly matrix?: readonly (readonly number[])[];
}
