/**
 * Categorical draws from logits by the Gumbel-max rule: the index of the largest `logit + Gumbel`. Logits need
 * no normalising and cannot overflow; a category at −Infinity is never drawn. Each draw uses one block per
 * category, masked or not, so a mask does not shift later draws, and the noise is what `fillGumbel` gives.
 */

import { WindageError } from "../error.ts";
import { isCount, show } from "./check.ts";
import { gumbelAt } from "./gumbel.ts";
import { CHUNK, type Stream } from "./stream.ts";

/** An index `i − start` for `start ≤ i < end`, drawn with probability softmax(logits[start…end])ᵢ. */
export function categorical(
  stream: Stream,
  logits: ArrayLike<number>,
  start = 0,
  end: number = logits.length,
): number {
  if (!isCount(start) || !isCount(end) || start >= end || end > logits.length) {
    throw new WindageError(
      "random/bad-logits",
      `categorical: got the range ${show(start)} to ${show(end)} of ${logits.length} logits, expected at least one category inside them; pass a non-empty array or range`,
    );
  }
  checkLogits(logits, start, end);
  let best = -1;
  let bestScore = -Infinity;
  for (let base = start; base < end; base += CHUNK) {
    const count = Math.min(CHUNK, end - base);
    stream.take(count);
    for (let i = 0; i < count; i++) {
      const logit = logits[base + i]!;
      if (logit === -Infinity) continue;
      const score = logit + gumbelAt(i);
      if (best < 0 || score > bestScore) {
        best = base + i;
        bestScore = score;
      }
    }
  }
  return best - start;
}

/** Checked before anything is drawn, so that an error leaves the stream where it was. */
function checkLogits(logits: ArrayLike<number>, start: number, end: number): void {
  let largest = -Infinity;
  for (let i = start; i < end; i++) {
    const logit = logits[i]!;
    if (!(logit < Infinity)) {
      throw new WindageError(
        "random/bad-logits",
        `categorical: got ${show(logit)} at index ${i - start}, expected finite logits or -Infinity for a forbidden category; look for the division or overflow that made it`,
      );
    }
    if (logit > largest) largest = logit;
  }
  if (largest === -Infinity) {
    throw new WindageError(
      "random/bad-logits",
      `categorical: got ${end - start} logits that are all -Infinity, expected at least one allowed category; check the mask`,
    );
  }
}
