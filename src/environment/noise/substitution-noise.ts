/**
 * Substitution noise: a table of how often each token comes out as each other one, such as the error rates of a
 * synthesis. Outcomes without a row, such as stopping, are never touched. Where a mask forbids some tokens the rest of
 * a row is scaled up to sum to one, as if the environment drew again until it got an allowed one.
 */

import { WindageError } from "../../error.ts";
import { describeValue } from "../../known-fields.ts";
import type { Environment } from "../environment.ts";
import type { Noise } from "./noise.ts";
import { sequenceShapeOf } from "../sequence/sequence.ts";

/** How far a row may be from summing to one before it is refused; within it, rows are scaled to sum to one. */
const ROW_TOLERANCE = 1e-4;

/** Noise with `matrix[a][c]` the probability that token `c` comes out when `a` was to be carried out. */
export function substitutionNoise(matrix: readonly (readonly number[])[]): Noise {
  if (!Array.isArray(matrix)) {
    throw new WindageError(
      "environment/bad-noise",
      `substitutionNoise: got ${describeValue(matrix)}, expected a matrix, a list of rows.`,
    );
  }
  const size = matrix.length;
  const rows = matrix.map((row, token) => normalisedRow(row, token, size));
  return {
    description: { kind: "substitution", dependsOnState: false, matrix: rows },
    over(environment) {
      checkSize(environment, size);
      const before = new Float64Array(environment.outcomeCount);
      return (state, action, out) => {
        environment.outcomeProbabilities(state, action, before);
        out.set(before);
        out.fill(0, 0, size);
        for (let from = 0; from < size; from++) {
          const mass = before[from]!;
          if (mass === 0) continue;
          const allowed = (to: number): boolean => environment.slips?.(state, to) ?? true;
          if (!allowed(from)) {
            out[from] = out[from]! + mass;
            continue;
          }
          let share = 0;
          for (let to = 0; to < size; to++) if (allowed(to)) share += rows[from]![to]!;
          if (!(share > 0)) throw nothingLeft(environment.key(state), from);
          for (let to = 0; to < size; to++) {
            if (allowed(to)) out[to] = out[to]! + (mass * rows[from]![to]!) / share;
          }
        }
      };
    },
  };
}

function checkSize(environment: Environment, size: number): void {
  const letters = sequenceShapeOf(environment)?.size;
  if (letters === undefined ? size <= environment.outcomeCount : size === letters) return;
  const expected =
    letters === undefined
      ? `at most ${environment.outcomeCount}, one per outcome`
      : `${letters}, one per letter`;
  throw new WindageError(
    "environment/bad-noise",
    `substitutionNoise: got a matrix of ${size} rows, expected ${expected} of ${environment.name}.`,
  );
}

function nothingLeft(key: string, from: number): WindageError {
  return new WindageError(
    "environment/bad-noise",
    `substitutionNoise: at state ${key} every token that may come out for token ${from} is forbidden by the mask, ` +
      "expected at least one; give the token itself a probability above zero, or change the mask.",
  );
}

function normalisedRow(row: readonly number[], token: number, size: number): readonly number[] {
  if (row.length !== size) {
    throw new WindageError(
      "environment/bad-noise",
      `substitutionNoise: row ${token} has ${row.length} entries, expected ${size}, as many as there are rows.`,
    );
  }
  const wrong = row.find((value) => !(value >= 0));
  const sum = row.reduce((total, value) => total + value, 0);
  if (wrong !== undefined || !(Math.abs(sum - 1) <= ROW_TOLERANCE)) {
    throw new WindageError(
      "environment/bad-noise",
      `substitutionNoise: row ${token} ${wrong === undefined ? `sums to ${sum}` : `holds ${wrong}`}, expected ` +
        "probabilities that sum to 1. Rows are intended tokens; did you pass columns, rates or logarithms?",
    );
  }
  return row.map((value) => value / sum);
}
