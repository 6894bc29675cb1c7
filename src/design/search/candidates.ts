/** The best sequences a search has looked at, each once, in bounded memory. */

/** How many are kept; a batch is a thousandth of it. */
const capacity = 100_000;

/** A sequence and what ordering it is worth. */
export interface Candidate {
  readonly sequence: string;
  readonly worth: number;
}

export class Candidates {
  #worth = new Map<string, number>();
  readonly #looked: number;

  /** `looked` where more were looked at before than will be added. */
  constructor(looked = 0) {
    this.#looked = looked;
  }

  get count(): number {
    return Math.max(this.#looked, this.#worth.size);
  }

  add(sequence: string, worth: number): void {
    this.#worth.set(sequence, worth);
    if (this.#worth.size > 2 * capacity) {
      this.#worth = new Map(
        this.ranked()
          .slice(0, capacity)
          .map((kept) => [kept.sequence, kept.worth]),
      );
    }
  }

  /** Adds a sequence unless it is there with a higher worth. */
  addFirst(sequence: string, worth: number): void {
    if ((this.#worth.get(sequence) ?? Number.NEGATIVE_INFINITY) < worth) this.add(sequence, worth);
  }

  /** Best first; what is worth the same comes in alphabetical order, so that nothing depends on the way it was found. */
  ranked(): readonly Candidate[] {
    return Array.from(this.#worth, ([sequence, worth]) => ({ sequence, worth })).sort(
      (a, b) => b.worth - a.worth || (a.sequence < b.sequence ? -1 : 1),
    );
  }
}
