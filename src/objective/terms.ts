/**
 * From the outputs of the networks to the named terms of docs/methods.md section 1.
 * Everything is whole-array operations over time-major arrays; nothing loops over time, and no input is consumed.
 */
import { lax, np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { WindageError } from "../error.ts";
import { logOfChosen, oneHotRows } from "./log-probability.ts";
import type { Terms } from "./objective.ts";

/** What a batch of B trajectories of at most T steps looks like to a model with A intentions and C outcomes. */
export interface TransitionInputs {
  /** Logits of π at s_0 … s_{T−1}, [T, B, A]; a row for s_T may follow and is left out. */
  readonly policyLogits: JaxArray;
  /** Logits of π_B at s_1 … s_T, [T, B, A']; a row for s_0 may come before and is left out. */
  readonly backwardLogits: JaxArray;
  /** log F(s_0) … log F(s_T), [T + 1, B]; terminal entries are not read, and may be left out where all have one length. */
  readonly logFlow: JaxArray;
  /** log P̂ as logits at (s_t, a_t), or its values at c_t when they are known or shared with `dynamicsLoss`. */
  readonly dynamics:
    | { readonly logits: JaxArray; readonly real: JaxArray }
    | { readonly logDynamics: JaxArray };
  /** The intended action a_t, int32 [T, B]. */
  readonly thought: JaxArray;
  /** The number of (parent, a_t) among the ways into s_{t+1}, int32 [T, B]; `thought` when left out. */
  readonly backwardIndex?: JaxArray;
  /** log R(x), [B]. */
  readonly logReward: JaxArray;
  /** Steps of each trajectory, int32 [B]; T for all of them when left out. */
  readonly lengths?: JaxArray;
  /** Legal intentions at s_0 … s_{T−1}, bool [T, B, A]. */
  readonly legal?: JaxArray;
  /** Legal ways into s_1 … s_T, bool [T, B, A']. */
  readonly backwardLegal?: JaxArray;
  /** 1 for trajectories sampled from π itself, 0 for others, [B]; see `onPolicyFirst`. */
  readonly onPolicy: JaxArray;
}

/** Makes the terms of every transition from what models and roll-outs give, 0 past a trajectory's end. */
export function transitionTerms(inputs: TransitionInputs): Terms {
  const [steps, batch] = shapeOf(inputs);
  const { thought, backwardIndex, dynamics, logFlow, logReward } = inputs;
  const policyLogits = rows(inputs.policyLogits, 0, steps);
  const backwardLogits = rows(inputs.backwardLogits, inputs.backwardLogits.shape[0]! - steps, steps);
  const real = inputs.lengths && beforeEnd(inputs.lengths, steps, 0);
  const actions = policyLogits.shape[2]!;
  const ways = backwardLogits.shape[2]!;
  const chosen = oneHotRows(thought, actions, real);
  const chosenWay =
    backwardIndex === undefined && ways === actions
      ? chosen
      : oneHotRows(backwardIndex ?? thought, ways, real);
  const mask = real ? real.ref.astype(np.float32) : np.ones([steps, batch]);
  const starts = rows(logFlow, 0, steps);
  return {
    logPolicy: logOfChosen(policyLogits, chosen, inputs.legal),
    logBackward: logOfChosen(backwardLogits, chosenWay, inputs.backwardLegal),
    logDynamics: lax.stopGradient(logDynamicsOf(dynamics, real)),
    logFlow: real ? starts.mul(mask.ref) : starts,
    endLogFlow: endsOf(logFlow, logReward, mask, inputs.lengths),
    logReward: logReward.ref,
    mask,
    onPolicy: inputs.onPolicy.ref,
  };
}

/** log F of the states that steps lead to, and log R where trajectories end, [T, B]. */
function endsOf(
  logFlow: JaxArray,
  logReward: JaxArray,
  mask: JaxArray,
  lengths: JaxArray | undefined,
): JaxArray {
  const [steps, batch] = mask.shape as [number, number];
  if (lengths) {
    const inner = beforeEnd(lengths, steps, 1).astype(np.float32);
    const last = mask.ref.sub(inner.ref);
    return rows(logFlow, 1, steps).mul(inner).add(last.mul(logReward.ref));
  }
  const rewards = logReward.ref.reshape([1, batch]);
  return steps === 1 ? rewards : np.concatenate([rows(logFlow, 1, steps - 1), rewards], 0);
}

/** 1 for steps before the end of trajectories of these lengths, int32 [B]: float32 [T, B]. */
export function stepMask(lengths: JaxArray, steps: number): JaxArray {
  return beforeEnd(lengths, steps, 0).astype(np.float32);
}

/**
 * The term `onPolicy` of a batch whose first `count` trajectories were sampled from π: a constant the compiler can
 * see.
 */
export function onPolicyFirst(count: number, batch: number): JaxArray {
  return np.array(Float32Array.from({ length: batch }, (_, b) => (b < count ? 1 : 0)));
}

function logDynamicsOf(dynamics: TransitionInputs["dynamics"], real: JaxArray | undefined): JaxArray {
  if ("logits" in dynamics) {
    return logOfChosen(dynamics.logits, oneHotRows(dynamics.real, dynamics.logits.shape[2]!, real));
  }
  return real ? np.where(real.ref, dynamics.logDynamics.ref, 0) : dynamics.logDynamics.ref;
}

function stepNumbers(steps: number): JaxArray {
  return np.arange(steps).astype(np.int32).reshape([steps, 1]);
}

/** Whether step t is followed by at least `margin` more, bool [T, B]. */
function beforeEnd(lengths: JaxArray, steps: number, margin: number): JaxArray {
  return np.less(stepNumbers(steps).add(margin), lengths.ref);
}

/** `count` rows of an array from row `from` on. */
function rows(array: JaxArray, from: number, count: number): JaxArray {
  return from === 0 && array.shape[0] === count ? array.ref : array.ref.slice([from, from + count]);
}

/** [T, B], after checking that every array has a shape that fits them. */
function shapeOf(inputs: TransitionInputs): readonly [number, number] {
  const [steps, batch, ...rest] = inputs.thought.shape;
  if (steps === undefined || batch === undefined || rest.length > 0) {
    throw badShape("thought", inputs.thought, "[T, B]");
  }
  const optional = (array: JaxArray | undefined, name: string, ...shape: number[]): void => {
    if (array && !fits(array, shape)) throw badShape(name, array, `[${shape.join(", ")}]`);
  };
  const logits = (array: JaxArray, name: string): void => {
    const [first, second, third] = array.shape;
    const ok = (first === steps || first === steps + 1) && second === batch && (third ?? 0) > 0;
    if (!ok || array.ndim !== 3) throw badShape(name, array, `[${steps} or ${steps + 1}, ${batch}, choices]`);
  };
  logits(inputs.policyLogits, "policyLogits");
  logits(inputs.backwardLogits, "backwardLogits");
  const flows = inputs.lengths === undefined && inputs.logFlow.shape[0] === steps ? steps : steps + 1;
  optional(inputs.logFlow, "logFlow", flows, batch);
  if ("logits" in inputs.dynamics) {
    optional(inputs.dynamics.logits, "dynamics.logits", steps, batch, inputs.dynamics.logits.shape[2] ?? 0);
    optional(inputs.dynamics.real, "dynamics.real", steps, batch);
  } else {
    optional(inputs.dynamics.logDynamics, "dynamics.logDynamics", steps, batch);
  }
  optional(inputs.backwardIndex, "backwardIndex", steps, batch);
  optional(inputs.logReward, "logReward", batch);
  optional(inputs.lengths, "lengths", batch);
  optional(inputs.legal, "legal", steps, batch, inputs.policyLogits.shape[2]!);
  optional(inputs.backwardLegal, "backwardLegal", steps, batch, inputs.backwardLogits.shape[2]!);
  optional(inputs.onPolicy, "onPolicy", batch);
  return [steps, batch];
}

function fits(array: JaxArray, shape: readonly number[]): boolean {
  return array.ndim === shape.length && shape.every((size, axis) => array.shape[axis] === size);
}

function badShape(name: string, array: JaxArray, expected: string): WindageError {
  return new WindageError(
    "objective/bad-shape",
    `transitionTerms: ${name} has shape [${array.shape.join(", ")}], expected ${expected}; arrays are time-major.`,
  );
}
