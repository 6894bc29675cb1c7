/** Random sequence environments, and a small one with several parents per state, for the property tests. */

import fc from "fast-check";
import { withNoise } from "./noise/noise.ts";
import { sequenceEnvironment, type SequenceEnvironment, type SequenceOptions } from "./sequence/sequence.ts";
import { stickyNoise } from "./noise/sticky-noise.ts";
import { substitutionNoise } from "./noise/substitution-noise.ts";
import type { Environment } from "./environment.ts";

export const letters = "ACGTNXYZ";

/** A row-stochastic matrix with some zeros, never on the diagonal. */
export function arbitraryMatrix(size: number): fc.Arbitrary<number[][]> {
  const row = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: size, maxLength: size });
  return fc.array(row, { minLength: size, maxLength: size }).map((rows) =>
    rows.map((weights, token) => {
      const raised = weights.map((weight, to) => (to === token ? weight + 1 : weight));
      const sum = raised.reduce((total, weight) => total + weight, 0);
      return raised.map((weight) => weight / sum);
    }),
  );
}

/** Fixed or variable length, with or without a mask. The mask never forbids token 0, so nothing dead-ends. */
export const arbitrarySequences: fc.Arbitrary<SequenceEnvironment> = fc
  .record({
    size: fc.integer({ min: 1, max: 5 }),
    minLength: fc.integer({ min: 0, max: 4 }),
    more: fc.integer({ min: 0, max: 3 }),
    mask: fc.option(fc.integer({ min: 2, max: 5 })),
  })
  .map(({ size, minLength, more, mask }) => {
    const alphabet = letters.slice(0, size);
    const maxLength = Math.max(1, minLength + more);
    const options: SequenceOptions =
      more === 0 ? { alphabet, length: maxLength } : { alphabet, minLength, maxLength };
    if (mask === null) return sequenceEnvironment(options);
    const isLegal = (prefix: readonly number[], action: number): boolean =>
      action === 0 || (prefix.reduce((sum, token) => sum + token, prefix.length) + action) % mask !== 0;
    return sequenceEnvironment({ ...options, isLegal });
  });

/** The same under no noise, sticky noise, a substitution matrix, or a function of state and action. */
export const arbitraryNoisySequences: fc.Arbitrary<SequenceEnvironment> = arbitrarySequences.chain(
  (environment) =>
    fc.oneof(
      fc.constant(environment),
      fc
        .constantFrom(0, 0.25, 0.9, 1)
        .map((alpha): SequenceEnvironment => withNoise(environment, stickyNoise(alpha))),
      arbitraryMatrix(environment.alphabet.size).map((matrix): SequenceEnvironment =>
        withNoise(environment, substitutionNoise(matrix)),
      ),
      fc.constant<SequenceEnvironment>(
        withNoise(environment, (state, action, out) => {
          out[action] = 1;
          if (action === environment.stopAction || state.tokens.length % 2 === 1) return;
          out[action] = 0.75;
          out[0] = out[0]! + 0.25;
        }),
      ),
    ),
);

/** The corner (x, y) of a grid of `height` × `height` points and whether the walk has stopped there. */
export interface GridState {
  readonly x: number;
  readonly y: number;
  readonly done: boolean;
}

/** docs/methods.md section 8 in small: right, up or stop; nothing slips at the far borders. */
export function gridEnvironment(height: number): Environment<GridState> {
  const count = 4;
  return {
    name: `grid of ${height}`,
    actionCount: 3,
    outcomeCount: 3,
    maxSteps: 2 * height - 1,
    featureCount: 3,
    initial: { x: 0, y: 0, done: false },
    isTerminal: ({ done }) => done,
    isLegal: ({ x, y, done }, action) => !done && (action === 2 || (action === 0 ? x : y) < height - 1),
    outcomeProbabilities(_state, action, out) {
      out.fill(0);
      out[action] = 1;
    },
    next: ({ x, y }, outcome) => ({
      x: outcome === 0 ? x + 1 : x,
      y: outcome === 1 ? y + 1 : y,
      done: outcome === 2,
    }),
    encode({ x, y, done }, out, offset) {
      out[offset] = x;
      out[offset + 1] = y;
      out[offset + 2] = done ? 1 : 0;
    },
    key: ({ x, y, done }) => `${x},${y}${done ? "." : ""}`,
    objectOf: ({ x, y }) => `${x},${y}`,
    slips: ({ x, y }, outcome) => outcome !== 2 && Math.max(x, y) < height - 1,
    backward: {
      // Four pairs of (outcome, intention) among the moves; stopping is 4.
      count: count + 1,
      indexOf: (action, outcome) => (outcome === 2 ? count : outcome * 2 + action),
      isLegal: ({ x, y, done }, index) =>
        done ? index === count : (index === 0 && x > 0) || (index === 3 && y > 0),
      entry({ x, y, done }, index) {
        if (done || index === count) {
          return done && index === count
            ? { parent: { x, y, done: false }, action: 2, outcome: 2 }
            : undefined;
        }
        const outcome = index < 2 ? 0 : 1;
        const parent = { x: outcome === 0 ? x - 1 : x, y: outcome === 1 ? y - 1 : y, done: false };
        return Math.min(parent.x, parent.y) < 0 ? undefined : { parent, action: index % 2, outcome };
      },
    },
    enumeration: {
      stateCount: 2 * height * height,
      indexOf: ({ x, y, done }) => (done ? height * height : 0) + x * height + y,
    },
  };
}
