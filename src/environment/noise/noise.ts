/**
 * Noise as a wrapper: the same environment, except that what happens is no longer what was intended. The wrapper
 * replaces the outcome probabilities, keeps the backward mask true to them, and says of itself what it is.
 */

import { WindageError } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import { describeValue } from "../../known-fields.ts";
import type { BackwardActions, Environment, NoiseDescription, StateOf } from "../environment.ts";
import { replaceMembers } from "../replace-members.ts";
import { keepSequenceShape } from "../sequence/sequence.ts";

/** Writes P(outcome | state, action) for every outcome. */
export type OutcomeProbabilities<State> = (state: State, action: number, out: Float64Array) => void;

/** Noise that can be laid over an environment with `withNoise`. */
export interface Noise<State = unknown> {
  readonly description: NoiseDescription;
  /** The outcome probabilities of `environment` under this noise; throws where they do not fit together. */
  over(environment: Environment<State>): OutcomeProbabilities<State>;
}

/**
 * The environment under noise that depends on the state and the intention, such as `stickyNoise`. A function gives the
 * probabilities itself, the intended outcome and stop actions included; its `out` comes filled with zeros.
 */
export function withNoise<E extends Environment>(
  environment: E,
  noise: Noise<StateOf<E>> | OutcomeProbabilities<StateOf<E>>,
): E & { readonly noise: NoiseDescription } {
  if (environment.noise !== undefined) {
    throw new WindageError(
      "environment/already-noisy",
      `withNoise: got an environment that already has ${environment.noise.kind} noise, expected one without. ` +
        "Multiply the two matrices for substitutionNoise, or write both as one function.",
    );
  }
  const laid = typeof noise === "function" ? customNoise(noise) : noise;
  if (!isRecord(laid) || typeof laid.over !== "function") {
    throw new WindageError(
      "environment/bad-noise",
      `withNoise: got ${describeValue(noise)} as noise, expected noise such as stickyNoise(0.25), or a function that writes probabilities.`,
    );
  }
  // The environments of a type parameter are known to take the states of that same parameter.
  const base = environment as Environment<StateOf<E>>;
  const outcomeProbabilities = laid.over(base);
  // Whatever else the environment has, such as the alphabet of sequences, is carried over as it is.
  const noisy = replaceMembers(base, {
    outcomeProbabilities,
    backward: noisyBackward(base, outcomeProbabilities),
    noise: laid.description,
  }) as E & { readonly noise: NoiseDescription };
  keepSequenceShape(environment, noisy);
  return noisy;
}

function customNoise<State>(write: OutcomeProbabilities<State>): Noise<State> {
  return {
    description: { kind: "custom", dependsOnState: true },
    over: () => (state, action, out) => {
      out.fill(0);
      write(state, action, out);
    },
  };
}

/** Under noise a state can be entered with more intentions than before: all that give its outcome a chance. */
function noisyBackward<State>(
  base: Environment<State>,
  outcomeProbabilities: OutcomeProbabilities<State>,
): BackwardActions<State> {
  const { backward } = base;
  if (backward.entry === undefined) return backward;
  const probabilities = new Float64Array(base.outcomeCount);
  return {
    count: backward.count,
    indexOf: (action, outcome) => backward.indexOf(action, outcome),
    entry: (state, index) => backward.entry!(state, index),
    isLegal(state, index) {
      const step = backward.entry!(state, index);
      if (step === undefined || !base.isLegal(step.parent, step.action)) return false;
      outcomeProbabilities(step.parent, step.action, probabilities);
      return probabilities[step.outcome]! > 0;
    },
  };
}
