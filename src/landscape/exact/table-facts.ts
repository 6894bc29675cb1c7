/**
 * What one wants to know about a table before using it: its best sequences, how many are nearly as good, and
 * whether both strands of a DNA sequence score the same. Describes; judges nothing.
 */

import { reverseComplementIndex } from "./reverse-complement.ts";
import { DNA } from "./sequence-space.ts";
import type { TableLandscape } from "./table-landscape.ts";

/** A sequence with its score. */
export interface ScoredSequence {
  readonly sequence: string;
  readonly score: number;
}

/** Facts about a table. */
export interface TableFacts {
  readonly sequences: number;
  /** The best sequences, best first; of equal ones the first in the alphabet. */
  readonly best: readonly ScoredSequence[];
  /** How many sequences score at least nine tenths of the way from the least to the greatest score. */
  readonly nearBest: number;
  /** How many pairs of reverse complements differ; null when the letters are not DNA. */
  readonly asymmetricPairs: number | null;
}

function asymmetricPairs({ space, table }: TableLandscape): number | null {
  if (space.alphabet !== DNA) return null;
  let pairs = 0;
  for (let index = 0; index < table.length; index++) {
    const partner = reverseComplementIndex(index, space.length);
    if (partner > index && table[partner] !== table[index]) pairs++;
  }
  return pairs;
}

/** Looks a table over; `top` is how many of the best to name. */
export function tableFacts(landscape: TableLandscape, top = 4): TableFacts {
  const { space, table } = landscape;
  const { min, max } = landscape.summary();
  const threshold = min + 0.9 * (max - min);
  const best: number[] = [];
  let nearBest = 0;
  for (let index = 0; index < table.length; index++) {
    const score = table[index]!;
    if (score >= threshold) nearBest++;
    if (best.length === top && score <= table[best.at(-1)!]!) continue;
    // Stable, so that an equal score stays behind the ones found before it.
    best.push(index);
    best.sort((a, b) => table[b]! - table[a]!);
    best.length = Math.min(best.length, top);
  }
  return {
    sequences: space.size,
    best: best.map((index) => ({ sequence: space.sequenceAt(index), score: table[index]! })),
    nearBest,
    asymmetricPairs: asymmetricPairs(landscape),
  };
}
