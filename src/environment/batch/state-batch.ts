/**
 * Many states at once, for sampling: what a roll-out reads and does, row by row, without seeing states. Matrices are
 * row-major. `rowOffset` counts rows, so that step `t` of a time-major array of `size` rows starts at `t * size`;
 * `offset` counts elements.
 */

import type { Context } from "../../landscape/context.ts";

export interface StateBatch {
  readonly size: number;
  /** Puts every row back to the initial state, each under its own condition where the environment takes one. */
  reset(contexts?: readonly Context[]): void;
  isDone(row: number): boolean;
  /** Writes [size, featureCount]; terminal states are encoded too. */
  writeFeatures(out: Float32Array, rowOffset: number): void;
  /** Writes [size] state numbers; an error where the states are not enumerated. */
  writeIndices(out: Int32Array, offset: number): void;
  /** Writes [size, actionCount] ones and zeros; all zeros in finished rows. */
  writeLegal(out: Uint8Array, offset: number): void;
  /**
   * Writes [size, backward.count] ones and zeros: how each row's state can have been entered. Backward policies must be
   * masked by it: what they put on impossible ways in is lost to balance, and without noise any policy would balance.
   */
  writeBackwardLegal(out: Uint8Array, offset: number): void;
  /** Writes P(outcome | state of the row, action) for every outcome; the action is legal. */
  probabilities(row: number, action: number, out: Float64Array): void;
  /** Moves one row on by what happened and, where the process remembers it, what was intended. */
  advance(row: number, outcome: number, action?: number): void;
  /** The finished object of a row. */
  objectOf(row: number): string;
  /**
   * The lexicographic number, from 0 to V^L − 1, of a finished sequence in an enumerable environment of one fixed
   * length; −1 for unfinished rows and everywhere else.
   */
  terminalIndex(row: number): number;
}
