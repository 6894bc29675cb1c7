/**
 * The fast batch of sequences: all tokens in one flat array and nothing allocated per step. Masks and noise that
 * depends on the state are given real state objects, which they may keep, so those rows cost one object a step.
 */

import {
  checkOutcome,
  type SequenceEnvironment,
  type SequenceShape,
  type SequenceState,
} from "./sequence.ts";
import type { Context } from "../../landscape/context.ts";
import { initialState } from "../context.ts";
import { alreadyDone, notDone, notEnumerable } from "../batch/plain-batch.ts";
import type { StateBatch } from "../batch/state-batch.ts";
import { tokenKernel } from "../noise/token-kernel.ts";

export class SequenceBatch implements StateBatch {
  readonly size: number;
  readonly #environment: SequenceEnvironment;
  readonly #shape: SequenceShape;
  readonly #tokens: Int32Array;
  readonly #lengths: Int32Array;
  readonly #done: Uint8Array;
  /** Tokens so far in base V; meaningful only where the space is numbered. */
  readonly #values: Int32Array;
  /** P(c|a) where one matrix holds at every state. */
  readonly #kernel: Float64Array | null;
  /** The states as objects; only where there is no kernel to do without them. */
  readonly #states: SequenceState[] | undefined;

  constructor(environment: SequenceEnvironment, shape: SequenceShape, size: number) {
    this.size = size;
    this.#environment = environment;
    this.#shape = shape;
    this.#tokens = new Int32Array(size * shape.maxLength);
    this.#lengths = new Int32Array(size);
    this.#done = new Uint8Array(size);
    this.#values = new Int32Array(size);
    this.#kernel = tokenKernel(environment);
    if (this.#kernel === null) this.#states = Array.from({ length: size }, () => environment.initial);
  }

  reset(contexts?: readonly Context[]): void {
    this.#lengths.fill(0);
    this.#done.fill(0);
    this.#values.fill(0);
    if (this.#states === undefined) return;
    for (let row = 0; row < this.size; row++) {
      this.#states[row] = initialState(this.#environment, contexts?.[row]);
    }
  }

  isDone(row: number): boolean {
    return this.#done[row] === 1;
  }

  writeFeatures(out: Float32Array, rowOffset: number): void {
    const { size, minLength, maxLength } = this.#shape;
    const { featureCount } = this.#environment;
    const start = rowOffset * featureCount;
    out.fill(0, start, start + this.size * featureCount);
    for (let row = 0; row < this.size; row++) {
      const features = start + row * featureCount;
      const tokens = row * maxLength;
      const length = this.#lengths[row]!;
      for (let at = 0; at < length; at++) out[features + at * size + this.#tokens[tokens + at]!] = 1;
      out[features + maxLength * size + length] = 1;
      if (minLength < maxLength && this.#done[row] === 1) out[features + featureCount - 1] = 1;
    }
  }

  writeIndices(out: Int32Array, offset: number): void {
    const { numbering } = this.#shape;
    if (numbering === undefined) throw notEnumerable(this.#environment.name);
    for (let row = 0; row < this.size; row++) {
      const offsets = this.#done[row] === 1 ? numbering.doneOffset : numbering.openOffset;
      out[offset + row] = offsets[this.#lengths[row]!]! + this.#values[row]!;
    }
  }

  writeLegal(out: Uint8Array, offset: number): void {
    const { size, minLength, masked } = this.#shape;
    const { actionCount } = this.#environment;
    // Sequences of one length: everything may be written next until all of them are done.
    if (!masked && actionCount === size && !this.#done.includes(1)) {
      out.fill(1, offset, offset + this.size * actionCount);
      return;
    }
    for (let row = 0; row < this.size; row++) {
      const start = offset + row * actionCount;
      if (this.#done[row] === 1) {
        out.fill(0, start, start + actionCount);
      } else if (masked) {
        const state = this.#states![row]!;
        for (let a = 0; a < actionCount; a++) out[start + a] = this.#environment.isLegal(state, a) ? 1 : 0;
      } else {
        out.fill(1, start, start + size);
        if (actionCount > size) out[start + size] = this.#lengths[row]! >= minLength ? 1 : 0;
      }
    }
  }

  writeBackwardLegal(out: Uint8Array, offset: number): void {
    const { size, maxLength } = this.#shape;
    const { backward } = this.#environment;
    for (let row = 0; row < this.size; row++) {
      const start = offset + row * backward.count;
      const length = this.#lengths[row]!;
      out.fill(0, start, start + backward.count);
      if (this.#states !== undefined) {
        const state = this.#states[row]!;
        for (let a = 0; a < backward.count; a++) out[start + a] = backward.isLegal(state, a) ? 1 : 0;
      } else if (this.#done[row] === 1 && length < maxLength) {
        out[start + size] = 1;
      } else if (length > 0) {
        const last = this.#tokens[row * maxLength + length - 1]!;
        for (let a = 0; a < size; a++) out[start + a] = this.#kernel![a * size + last]! > 0 ? 1 : 0;
      }
    }
  }

  probabilities(row: number, action: number, out: Float64Array): void {
    const { size } = this.#shape;
    const kernel = this.#kernel;
    if (kernel === null) {
      this.#environment.outcomeProbabilities(this.#states![row]!, action, out);
      return;
    }
    const stops = action === size;
    for (let c = 0; c < size; c++) out[c] = stops ? 0 : kernel[action * size + c]!;
    if (out.length > size) out[size] = stops ? 1 : 0;
  }

  advance(row: number, outcome: number): void {
    if (this.#done[row] === 1) throw alreadyDone(row);
    checkOutcome(outcome, this.#environment.outcomeCount);
    const { size, maxLength } = this.#shape;
    if (this.#states !== undefined) {
      this.#states[row] = this.#environment.next(this.#states[row]!, outcome);
    }
    if (outcome === size) {
      this.#done[row] = 1;
      return;
    }
    const length = this.#lengths[row]!;
    this.#tokens[row * maxLength + length] = outcome;
    this.#lengths[row] = length + 1;
    this.#values[row] = this.#values[row]! * size + outcome;
    if (length + 1 === maxLength) this.#done[row] = 1;
  }

  objectOf(row: number): string {
    if (this.#done[row] !== 1) throw notDone(row);
    const start = row * this.#shape.maxLength;
    return this.#environment.alphabet.decode(this.#tokens.subarray(start, start + this.#lengths[row]!));
  }

  terminalIndex(row: number): number {
    const { numbering, minLength, maxLength } = this.#shape;
    if (numbering === undefined || minLength !== maxLength || this.#done[row] !== 1) return -1;
    return this.#values[row]!;
  }
}
