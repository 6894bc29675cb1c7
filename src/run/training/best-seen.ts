/** The best different objects that were scored in training, so that nothing paid for is lost to a sampler that moves on. */

/** An object and its score. */
export interface Best {
  readonly sequence: string;
  readonly score: number;
}

/** Kept at most, and letters of all of them together: every checkpoint has them. */
const mostKept = 1000;
const mostLetters = 200_000;

export class BestSeen {
  readonly #scores = new Map<string, number>();
  /** What is no better than this was dropped once, and is not looked at again. */
  #least = Number.NEGATIVE_INFINITY;

  constructor(before: readonly Best[] = []) {
    for (const { sequence, score } of before) this.#scores.set(sequence, score);
  }

  see(objects: readonly string[], scores: ArrayLike<number>): void {
    for (const [i, sequence] of objects.entries()) {
      const score = scores[i]!;
      if (!(score > this.#least) || !Number.isFinite(score)) continue;
      // Scores of one object may be noisy: the first one is kept, as the best of many would flatter it.
      if (!this.#scores.has(sequence)) this.#scores.set(sequence, score);
    }
    if (this.#scores.size > 2 * mostKept) this.#drop();
  }

  /** From the best on; of equal ones the first that was seen. */
  get found(): readonly Best[] {
    const sorted = Array.from(this.#scores, ([sequence, score]) => ({ sequence, score })).sort(
      (a, b) => b.score - a.score,
    );
    let letters = 0;
    return sorted.slice(0, mostKept).filter(({ sequence }) => (letters += sequence.length) <= mostLetters);
  }

  #drop(): void {
    const kept = this.found;
    this.#scores.clear();
    for (const { sequence, score } of kept) this.#scores.set(sequence, score);
    this.#least = kept.at(-1)?.score ?? this.#least;
  }
}
