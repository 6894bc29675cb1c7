/** Random network outputs for a batch, and the terms of docs/methods.md section 1 written as loops in float64. */
import { Generator } from "../../random/generator.ts";
import { np } from "../../engine/jax.ts";
import { onPolicyFirst, transitionTerms } from "../terms.ts";
import type { Terms } from "../objective.ts";
import { nest } from "./run.fixture.ts";
import type { Arrays, Nested } from "./run.fixture.ts";

export interface BatchShape {
  readonly steps: number;
  readonly batch: number;
  readonly choices: number;
}

export const integerNames = ["thought", "real", "lengths"] as const;
export const logitNames = ["policyLogits", "backwardLogits", "logFlow"] as const;

type Matrix = readonly (readonly number[])[];
type Cube = readonly Matrix[];

/** Names and shapes as in the golden cases, with log R in place of R. */
export interface Batch {
  readonly [name: string]: Nested;
  readonly policyLogits: Cube;
  readonly backwardLogits: Cube;
  readonly logFlow: Matrix;
  readonly dynamicsLogits: Cube;
  readonly thought: Matrix;
  readonly real: Matrix;
  readonly logReward: readonly number[];
  readonly lengths: readonly number[];
}

export function randomBatch(seed: number, { steps, batch, choices }: BatchShape): Batch {
  const random = Generator.fromSeed(seed);
  const normal = (): number => random.normal();
  const choice = (): number => random.integer(choices);
  return {
    policyLogits: nest([steps + 1, batch, choices], normal) as Cube,
    backwardLogits: nest([steps + 1, batch, choices], normal) as Cube,
    logFlow: nest([steps + 1, batch], normal) as Matrix,
    dynamicsLogits: nest([steps, batch, choices], normal) as Cube,
    thought: nest([steps, batch], choice) as Matrix,
    real: nest([steps, batch], choice) as Matrix,
    logReward: nest([batch], normal) as readonly number[],
    lengths: nest([batch], () => 1 + random.integer(steps)) as readonly number[],
  };
}

/** The library's terms of a batch inside a graph; all trajectories count as on-policy. */
export function termsOf(arrays: Arrays): Terms {
  const batch = arrays["logReward"]!.shape[0]!;
  return transitionTerms({
    policyLogits: arrays["policyLogits"]!,
    backwardLogits: arrays["backwardLogits"]!,
    logFlow: arrays["logFlow"]!,
    dynamics: { logits: arrays["dynamicsLogits"]!, real: arrays["real"]! },
    thought: arrays["thought"]!,
    logReward: arrays["logReward"]!,
    ...(arrays["lengths"] ? { lengths: arrays["lengths"] } : {}),
    onPolicy: arrays["onPolicy"] ?? onPolicyFirst(batch, batch),
  });
}

/** The same without log P̂: the terms of a world known to do as it is told. */
export function noiselessTermsOf(arrays: Arrays): Terms {
  return { ...termsOf(arrays), logDynamics: np.zeros(arrays["thought"]!.shape) };
}

export function logSoftmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const logSum = top + Math.log(logits.reduce((sum, x) => sum + Math.exp(x - top), 0));
  return logits.map((x) => x - logSum);
}

/** δ_t of trajectory b, for its real steps only. */
export function obviousResiduals(batch: Batch, b: number): number[] {
  return Array.from({ length: batch.lengths[b]! }, (_, t) => {
    const a = batch.thought[t]![b]!;
    const isLast = t === batch.lengths[b]! - 1;
    return (
      batch.logFlow[t]![b]! +
      logSoftmax(batch.policyLogits[t]![b]!)[a]! +
      logSoftmax(batch.dynamicsLogits[t]![b]!)[batch.real[t]![b]!]! -
      (isLast ? batch.logReward[b]! : batch.logFlow[t + 1]![b]!) -
      logSoftmax(batch.backwardLogits[t + 1]![b]!)[a]!
    );
  });
}
