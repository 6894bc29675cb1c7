/**
 * A finished sequence as a trajectory: the outcomes that build it, and what may have been intended at each step. This
 * is how sequences of a dataset enter training.
 */

import { WindageError } from "../../error.ts";
import { intentionPosterior } from "../noise/intention-posterior.ts";
import type { SequenceEnvironment, SequenceState } from "./sequence.ts";

/** The outcomes that build a given sequence. */
export interface SequenceReplay {
  /** One outcome per step; the last one is the stop action where the sequence is shorter than the longest. */
  readonly outcomes: Int32Array;
  /** P(intention | state, outcome), [steps, actionCount], under a uniform prior over legal intentions. */
  readonly posteriors: Float64Array;
}

/**
 * The intentions and outcomes that build `object`, as datasets need them; an error says why where there is no way.
 */
export function replaySequence(environment: SequenceEnvironment, object: string): SequenceReplay {
  const { alphabet, minLength, maxLength, stopAction, actionCount } = environment;
  const tokens = alphabet.encode(object);
  if (tokens.length < minLength || tokens.length > maxLength) {
    const expected = minLength === maxLength ? `${maxLength}` : `${minLength} to ${maxLength}`;
    throw new WindageError(
      "environment/bad-length",
      `sequence ${JSON.stringify(object)}: got ${tokens.length} letters, expected ${expected}.`,
    );
  }
  const outcomes = tokens.length < maxLength ? Int32Array.of(...tokens, stopAction!) : tokens;
  const posteriors = new Float64Array(outcomes.length * actionCount);
  let state: SequenceState = environment.initial;
  for (const [step, outcome] of outcomes.entries()) {
    const row = posteriors.subarray(step * actionCount, (step + 1) * actionCount);
    try {
      intentionPosterior(environment, state, outcome, row);
    } catch (cause) {
      if (!(cause instanceof WindageError && cause.code === "environment/impossible-outcome")) throw cause;
      const what =
        outcome === stopAction
          ? "stopping at its end"
          : `${JSON.stringify(object[step])} at position ${step + 1}`;
      throw new WindageError(
        "environment/impossible-outcome",
        `sequence ${JSON.stringify(object)}: ${what} cannot happen, expected a sequence that some legal intentions ` +
          "can lead to; the mask forbids it, or the noise gives it no chance.",
        { cause },
      );
    }
    state = environment.next(state, outcome);
  }
  return { outcomes, posteriors };
}
