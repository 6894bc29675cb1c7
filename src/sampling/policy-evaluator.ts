/** What a policy is asked in a roll-out. */
import type { ContextNumbers } from "../environment/context.ts";

/** N states at one step of their roll-out; arrays that the policy does not read are empty. */
export interface StateArrays {
  /** Steps taken so far; 0 begins a new roll-out. */
  readonly step: number;
  /** [N, F]. */
  readonly features: Float32Array;
  /** Numbers of the states, [N]. */
  readonly index: Int32Array;
  /** Outcomes and intentions so far, [N, T], padded as `StateInputs` of models says. */
  readonly tokens: Int32Array;
  readonly thoughts: Int32Array;
  /** The last of each, [N]; the pad before the first step and after the end. */
  readonly token: Int32Array;
  readonly thought: Int32Array;
  /** Conditions, [N, …]; empty where there are none. */
  readonly context: ContextNumbers;
}

/** A policy as roll-outs ask it: logits of π for N states, [N, A]. */
export type PolicyEvaluator = (states: StateArrays) => Promise<Float32Array>;
