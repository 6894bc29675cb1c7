/**
 * The obvious batch: one state object per row, every question put to the environment. It works for any environment and
 * is what the fast batch of sequences is tested against.
 */

import { WindageError } from "../../error.ts";
import type { Environment } from "../environment.ts";
import type { Context } from "../../landscape/context.ts";
import { initialState } from "../context.ts";
import { lexicographicIndex } from "../sequence/sequence-numbering.ts";
import { sequenceShapeOf, type SequenceState } from "../sequence/sequence.ts";
import type { StateBatch } from "./state-batch.ts";

export class PlainBatch<State> implements StateBatch {
  readonly size: number;
  readonly #environment: Environment<State>;
  readonly #states: State[];

  constructor(environment: Environment<State>, size: number) {
    this.size = size;
    this.#environment = environment;
    this.#states = Array.from({ length: size }, () => environment.initial);
  }

  reset(contexts?: readonly Context[]): void {
    for (let row = 0; row < this.size; row++) {
      this.#states[row] = initialState(this.#environment, contexts?.[row]);
    }
  }

  isDone(row: number): boolean {
    return this.#environment.isTerminal(this.#states[row]!);
  }

  writeFeatures(out: Float32Array, rowOffset: number): void {
    const { featureCount } = this.#environment;
    for (const [row, state] of this.#states.entries()) {
      this.#environment.encode(state, out, (rowOffset + row) * featureCount);
    }
  }

  writeIndices(out: Int32Array, offset: number): void {
    const { enumeration, name } = this.#environment;
    if (enumeration === undefined) throw notEnumerable(name);
    for (const [row, state] of this.#states.entries()) out[offset + row] = enumeration.indexOf(state);
  }

  writeLegal(out: Uint8Array, offset: number): void {
    const { actionCount } = this.#environment;
    for (const [row, state] of this.#states.entries()) {
      const start = offset + row * actionCount;
      const done = this.#environment.isTerminal(state);
      for (let a = 0; a < actionCount; a++) {
        out[start + a] = !done && this.#environment.isLegal(state, a) ? 1 : 0;
      }
    }
  }

  writeBackwardLegal(out: Uint8Array, offset: number): void {
    const { backward } = this.#environment;
    for (const [row, state] of this.#states.entries()) {
      const start = offset + row * backward.count;
      for (let index = 0; index < backward.count; index++) {
        out[start + index] = backward.isLegal(state, index) ? 1 : 0;
      }
    }
  }

  probabilities(row: number, action: number, out: Float64Array): void {
    this.#environment.outcomeProbabilities(this.#states[row]!, action, out);
  }

  advance(row: number, outcome: number, action?: number): void {
    if (this.isDone(row)) throw alreadyDone(row);
    this.#states[row] = this.#environment.next(this.#states[row]!, outcome, action);
  }

  objectOf(row: number): string {
    if (!this.isDone(row)) throw notDone(row);
    return this.#environment.objectOf(this.#states[row]!);
  }

  terminalIndex(row: number): number {
    const shape = sequenceShapeOf(this.#environment);
    if (shape?.numbering === undefined || shape.minLength !== shape.maxLength || !this.isDone(row)) return -1;
    // The shape says that these states are sequences.
    return lexicographicIndex((this.#states[row] as SequenceState).tokens, shape.size);
  }
}

/** The error for numbers of states that have none. */
export function notEnumerable(name: string): WindageError {
  return new WindageError(
    "environment/not-enumerable",
    `writeIndices: the states of ${name} are not enumerated, expected an environment with \`enumeration\`; tables ` +
      "need one, other models read features.",
  );
}

/** The error for a step after the end. */
export function alreadyDone(row: number): WindageError {
  return new WindageError(
    "environment/finished",
    `advance: row ${row} is finished, expected a row that can go on; ask isDone first.`,
  );
}

/** The error for an object that is not there yet. */
export function notDone(row: number): WindageError {
  return new WindageError(
    "environment/unfinished",
    `objectOf: row ${row} is not finished, expected a finished row; ask isDone first.`,
  );
}
