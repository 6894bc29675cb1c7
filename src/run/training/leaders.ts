/** The best objects that training has made so far, each once, with how they stood whenever somebody asked. */

/** An object with its score. */
export type Leader = readonly [object: string, score: number];

const most = 10;

export class Leaders {
  #list: Leader[];

  constructor(list: readonly Leader[] = []) {
    this.#list = list.slice(0, most);
  }

  /** The best so far, best first; of equal scores the one that was found first. */
  get list(): readonly Leader[] {
    return this.#list;
  }

  see(objects: readonly string[], scores: ArrayLike<number>): void {
    for (const [i, object] of objects.entries()) {
      const score = scores[i]!;
      const last = this.#list.length < most ? Number.NEGATIVE_INFINITY : this.#list.at(-1)![1];
      if (!(score > last) || this.#list.some(([known]) => known === object)) continue;
      const at = this.#list.findIndex(([, held]) => held < score);
      this.#list.splice(at < 0 ? this.#list.length : at, 0, [object, score]);
      if (this.#list.length > most) this.#list.pop();
    }
  }
}
