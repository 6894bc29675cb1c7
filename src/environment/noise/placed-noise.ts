/**
 * Substitution noise that differs from place to place, such as that of a synthesis whose errors grow along the sequence:
 * each matrix holds for the letter at its place, the last one for all places beyond. Only on sequences, where what has
 * been built says which place is next.
 */

import { WindageError } from "../../error.ts";
import type { Noise } from "./noise.ts";
import { sequenceShapeOf, type SequenceState } from "../sequence/sequence.ts";
import { substitutionNoise } from "./substitution-noise.ts";

/** What reports call it. */
export const placedNoiseKind = "substitution by place";

/** Noise with `matrices[t][a][c]` the probability that token `c` comes out at place `t` when `a` was to be carried out. */
export function placedNoise(matrices: readonly (readonly (readonly number[])[])[]): Noise<SequenceState> {
  const places = matrices.map((matrix) => substitutionNoise(matrix));
  if (places.length === 0) {
    throw new WindageError("environment/bad-noise", "placedNoise: got no matrix, expected at least one.");
  }
  return {
    description: { kind: placedNoiseKind, dependsOnState: true },
    over(environment) {
      if (sequenceShapeOf(environment) === undefined) {
        throw new WindageError(
          "environment/bad-noise",
          `placedNoise: got ${environment.name}, expected sequences, whose places are counted; give withNoise a function of the state instead.`,
        );
      }
      const each = places.map((noise) => noise.over(environment));
      return (state, action, out) =>
        each[Math.min(state.tokens.length, each.length - 1)]!(state, action, out);
    },
  };
}
