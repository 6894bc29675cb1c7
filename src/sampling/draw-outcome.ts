/** Draws from a few weights with one uniform number: what chooses intentions, outcomes and what may have been intended. */

/** The outcome whose stretch contains `luck`, where stretches as long as these weights lie one after the other. */
export function drawOutcome(weights: Float64Array, luck: number): number {
  let sum = 0;
  let possible = -1;
  for (let outcome = 0; outcome < weights.length; outcome++) {
    const p = weights[outcome]!;
    if (p === 0) continue;
    sum += p;
    possible = outcome;
    if (luck < sum) return outcome;
  }
  return possible;
}
