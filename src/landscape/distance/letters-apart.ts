/**
 * How many letters sequences are apart: places that differ where all have one length, and otherwise the insertions,
 * deletions and replacements that lead from one to the other, because a letter more at the beginning would shift all the
 * others and count as many.
 */
import { EditDistances } from "./edit-distance.ts";

export class LettersApart {
  readonly #sequences: string[] = [];
  readonly #oneLength: boolean;
  readonly #edits: EditDistances[] = [];

  /** `oneLength` where nothing is asked about that has another length than the others. */
  constructor(oneLength: boolean, sequences: Iterable<string> = []) {
    this.#oneLength = oneLength;
    for (const sequence of sequences) this.add(sequence);
  }

  add(sequence: string): void {
    this.#sequences.push(sequence);
    if (!this.#oneLength) this.#edits.push(new EditDistances([sequence]));
  }

  /** The letters between a sequence and the one that was added at a place. */
  to(place: number, sequence: string): number {
    if (this.#oneLength) return placesApart(this.#sequences[place]!, sequence);
    return this.#edits[place]!.to(sequence)[0]!;
  }

  /** Whether any of those that were added is nearer than so many letters. */
  hasNearer(sequence: string, least: number): boolean {
    // No way by insertions and deletions is longer than replacing place by place, and none is shorter than the lengths differ.
    if (this.#sequences.some((other) => placesApart(other, sequence) < least)) return true;
    if (this.#oneLength) return false;
    return this.#sequences.some(
      (other, place) => Math.abs(other.length - sequence.length) < least && this.to(place, sequence) < least,
    );
  }
}

/** Places in which two sequences differ; those beyond the end of the shorter one count. */
function placesApart(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  let different = Math.max(left.length, right.length) - shared;
  for (let t = 0; t < shared; t++) if (left[t] !== right[t]) different++;
  return different;
}
