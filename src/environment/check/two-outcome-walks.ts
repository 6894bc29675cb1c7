/**
 * Walks for spaces that are too large to be walked whole: one outcome so many times, then another one to the end, for
 * every pair. Where objects are the same read backwards, on the other strand, turned round or in any order, some of
 * these words are the same object, however long they are, while random walks would hardly ever meet.
 */

/**
 * The outcome to take at each step, walk after walk, in at most so many steps altogether. A word and the one with its two
 * parts exchanged follow each other, because symmetries make one of the other.
 */
export function* twoOutcomeWalks(
  outcomeCount: number,
  maxSteps: number,
  mostSteps: number,
): Generator<(step: number) => number> {
  let left = Math.floor(mostSteps / maxSteps);
  for (let part = 0; 2 * part <= maxSteps; part++) {
    for (let first = 0; first < outcomeCount; first++) {
      for (let second = 0; second < outcomeCount; second++) {
        for (const change of new Set([part, maxSteps - part])) {
          if (left-- <= 0) return;
          yield (step) => (step < change ? first : second);
        }
      }
    }
  }
}

/** Of the possible outcomes that which is wanted, else the next one after it. */
export function nearestOutcome(
  wanted: number,
  outcomeCount: number,
  isPossible: (outcome: number) => boolean,
): number {
  for (let further = 0; further < outcomeCount; further++) {
    const outcome = (wanted + further) % outcomeCount;
    if (isPossible(outcome)) return outcome;
  }
  return -1;
}
