/**
 * Splits one call of an oracle into batches, keeps a limited number of them in flight and puts the answers
 * together. When a batch fails no further ones are started, those in flight are awaited, and the error that is
 * thrown carries every score that arrived.
 */

import { WindageError } from "../../error.ts";
import type { Context } from "../context.ts";
import type { Heard } from "../landscape.ts";
import { OracleError, unanswered } from "./oracle-error.ts";

/** How a call is split. */
export interface BatchLimits {
  readonly maxBatch: number;
  readonly concurrency: number;
}

/** Asks `ask` for every sequence within the limits; `heard` is told of the scores of a batch when it is complete. */
export async function scoreInBatches(
  sequences: readonly string[],
  limits: BatchLimits,
  ask: (batch: readonly string[], contexts?: readonly Context[]) => Promise<Float64Array>,
  { contexts, heard }: { readonly contexts?: readonly Context[]; readonly heard?: Heard } = {},
): Promise<Float64Array> {
  const scores = unanswered(sequences.length);
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < sequences.length && failures.length === 0) {
      const start = next;
      next += limits.maxBatch;
      try {
        const end = start + limits.maxBatch;
        const batch = sequences.slice(start, end);
        const answer = await ask(batch, contexts?.slice(start, end));
        scores.set(answer, start);
        batch.forEach((sequence, at) => heard?.(sequence, answer[at]!));
      } catch (error) {
        failures.push(error);
        if (error instanceof OracleError) scores.set(error.scores, start);
      }
    }
  };
  const workers = Math.min(limits.concurrency, Math.ceil(sequences.length / limits.maxBatch));
  await Promise.all(Array.from({ length: workers }, work));
  if (failures.length === 0) return scores;
  const [first] = failures;
  throw first instanceof OracleError ? first.withScores(scores) : first;
}

/** Checks an option that counts something. */
export function checkCount(option: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least) {
    throw new WindageError(
      "landscape/invalid-option",
      `${option}: got ${value}, expected a whole number of at least ${least}`,
    );
  }
  return value;
}

/** Checks an option in milliseconds; timers cannot wait longer than 2^31 − 1. */
export function checkMilliseconds(option: string, value: number): number {
  if (!(value >= 0 && value < 2 ** 31)) {
    throw new WindageError(
      "landscape/invalid-option",
      `${option}: got ${value}, expected milliseconds from 0 to ${2 ** 31 - 1}`,
    );
  }
  return value;
}
