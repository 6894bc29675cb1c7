/**
 * By how many letters the designs of a batch should differ at least, where nothing is said, and what that costs. Designs
 * that lie apart share fewer mistakes of the model; but where there is little room, good sequences lie next to each other,
 * and to keep apart means to order poor ones. So the usual distance follows the room there is.
 */
import { LettersApart } from "../../landscape/distance/letters-apart.ts";
import type { Generator } from "../../random/generator.ts";
import type { Candidate } from "../search/candidates.ts";

/** The distance where there is room for it. */
const widest = 3;
/** Sequences that far apart that there have to be for every one that is ordered. */
const roomPerDesign = 10_000;
/** Pairs of measured sequences that are looked at. */
const pairs = 500;

/**
 * The greatest distance d of at most 3 for which V^(n − d + 1), which no code of distance d can exceed, leaves ten
 * thousand sequences for each of the batch; n is the number of places in which variation is measured: variants with two
 * mutations each vary in four places, however long they are.
 */
export function usualDistance(
  sequences: readonly string[],
  letters: number,
  oneLength: boolean,
  batch: number,
  generator: Generator,
): number {
  const places = (meanDistance(sequences, oneLength, generator) * letters) / (letters - 1);
  for (let distance = widest; distance > 1; distance--)
    if (letters ** (places - distance + 1) >= roomPerDesign * batch) return distance;
  return 1;
}

function meanDistance(sequences: readonly string[], oneLength: boolean, generator: Generator): number {
  let sum = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const one = generator.integer(sequences.length);
    const other = (one + 1 + generator.integer(sequences.length - 1)) % sequences.length;
    sum += new LettersApart(oneLength, [sequences[one]!]).to(0, sequences[other]!);
  }
  return sum / pairs;
}

/** A batch that differs from the one proposed in nothing but its distance. */
export interface PricedDistance {
  readonly letters: number;
  /** How many designs could be found. */
  readonly found: number;
  /** The mean of what they are predicted to score. */
  readonly predicted: number;
}

/** The distance of a batch, whether it was chosen by the room there is, and what others would come to. */
export interface DistanceReport {
  readonly letters: number;
  readonly chosen: boolean;
  readonly prices: readonly PricedDistance[];
}

/** What batches at 1, 2 and 3 letters and at the given distance come to. */
export function pricedDistances(
  letters: number,
  chosen: boolean,
  oneLength: boolean,
  batchAt: (letters: number) => readonly Candidate[],
  predicted: (batch: readonly Candidate[]) => readonly number[],
): DistanceReport {
  // Where lengths vary, a batch that cannot be filled takes very many comparisons of whole sequences.
  const asked = oneLength ? [1, 2, widest, letters] : [1, letters];
  const prices = [...new Set(asked)]
    .sort((a, b) => a - b)
    .map((distance) => {
      const batch = batchAt(distance);
      const sum = predicted(batch).reduce((total, value) => total + value, 0);
      return { letters: distance, found: batch.length, predicted: sum / Math.max(1, batch.length) };
    });
  return { letters, chosen, prices };
}
