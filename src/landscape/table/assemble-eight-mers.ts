/**
 * Builds one complete, symmetric, normalised table from measurements of 8-mers, or says exactly which are
 * missing, contradict each other or differ from their reverse complement. Reading files is done elsewhere.
 *
 * Normalisation is (E − min)/(max − min) in double precision, rounded to single: checked to be what Design-Bench
 * did, so the raw table and its arrays give the same numbers to the bit.
 */

import { WindageError } from "../../error.ts";
import { ProblemList, listSome } from "../text/problem-list.ts";
import { reverseComplementIndex } from "../exact/reverse-complement.ts";
import { DNA, SequenceSpace } from "../exact/sequence-space.ts";
import { TableLandscape } from "../exact/table-landscape.ts";

/** Measurements of 8-mers: the sequence's index, its value, and where each was read ("file:line"). */
export interface Measurements {
  readonly indices: readonly number[];
  readonly values: readonly number[];
  readonly where: (at: number) => string;
}

const LENGTH = 8;

/** Makes the landscape; `file` is only for messages. */
export function assembleEightMers(name: string, measurements: Measurements, file: string): TableLandscape {
  const space = new SequenceSpace(DNA, LENGTH);
  const raw = new Float64Array(space.size).fill(Number.NaN);
  const firstAt = new Int32Array(space.size).fill(-1);
  const contradictions = new ProblemList();
  for (const [at, index] of measurements.indices.entries()) {
    const value = measurements.values[at]!;
    const earlier = firstAt[index]!;
    if (earlier < 0) {
      firstAt[index] = at;
      raw[index] = value;
    } else if (raw[index] !== value) {
      contradictions.add(
        `${measurements.where(at)}: ${space.sequenceAt(index)} is ${value} here and ` +
          `${raw[index]} at ${measurements.where(earlier)}`,
      );
    }
  }
  contradictions.throwIfAny(
    "data/contradictory",
    `${file}: ${contradictions.count} sequences have two different values`,
    "Expected one value per sequence; keep the one you trust.",
  );
  checkComplete(space, raw, file);
  checkSymmetric(space, raw, file);
  return new TableLandscape(name, space, normalise(raw, file));
}

function checkComplete(space: SequenceSpace, raw: Float64Array, file: string): void {
  const missing: string[] = [];
  for (const [index, value] of raw.entries()) if (Number.isNaN(value)) missing.push(space.sequenceAt(index));
  if (missing.length === 0) return;
  throw new WindageError(
    "data/incomplete",
    `${file}: ${missing.length} of ${space.size} sequences have no value (${listSome(missing)}), expected all of ` +
      "them, directly or as a reverse complement; is the file cut short? " +
      "A partial table can be used as a CSV with a policy for missing sequences",
  );
}

function checkSymmetric(space: SequenceSpace, raw: Float64Array, file: string): void {
  const problems = new ProblemList();
  for (const [index, value] of raw.entries()) {
    const partner = reverseComplementIndex(index, LENGTH);
    if (partner > index && raw[partner] !== value) {
      problems.add(
        `${space.sequenceAt(index)} is ${value}, its reverse complement ${space.sequenceAt(partner)} is ${raw[partner]}`,
      );
    }
  }
  problems.throwIfAny(
    "data/not-symmetric",
    `${file}: ${problems.count} sequences differ from their reverse complement`,
    "Expected equal values, because both strands are one molecule; are letters and values in the same order?",
  );
}

function normalise(raw: Float64Array, file: string): Float64Array {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of raw) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const span = max - min;
  if (!(span > 0)) {
    throw new WindageError("data/constant", `${file}: every value is ${min}, expected scores that differ`);
  }
  return Float64Array.from(raw, (value) => Math.fround((value - min) / span));
}
