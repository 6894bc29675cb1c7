/**
 * Edit distances (insert, delete, replace) of one text to many patterns over few letters, 32 cells of a column at a time:
 * the bit-parallel form of the usual table (Myers 1999, in blocks as Hyyrö has them). A column of the table is kept as the
 * signs of its vertical steps, one bit each, and moved on by one letter of the text with a handful of word operations.
 */

/** Distances to fixed patterns, each prepared once. */
export class EditDistances {
  readonly #patterns: readonly Pattern[];
  readonly #plus: Int32Array;
  readonly #minus: Int32Array;

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns.map((pattern) => prepare(pattern));
    const most = this.#patterns.reduce((blocks, pattern) => Math.max(blocks, pattern.blocks), 1);
    this.#plus = new Int32Array(most);
    this.#minus = new Int32Array(most);
  }

  /** The distance of a text to every pattern. */
  to(text: string): Int32Array {
    return Int32Array.from(this.#patterns, (pattern) => this.#distance(pattern, text));
  }

  #distance({ length, blocks, places }: Pattern, text: string): number {
    if (length === 0) return text.length;
    const plus = this.#plus;
    const minus = this.#minus;
    plus.fill(-1, 0, blocks);
    minus.fill(0, 0, blocks);
    const last = blocks - 1;
    const end = 1 << ((length - 1) % bits);
    let distance = length;
    for (let j = 0; j < text.length; j++) {
      const here = places.get(text[j]!) ?? nowhere(blocks);
      // The horizontal step into the first row is always one more insertion.
      let step = 1;
      for (let block = 0; block < blocks; block++) {
        const up = plus[block]!;
        const down = minus[block]!;
        let equal = here[block]!;
        const vertical = equal | down;
        if (step < 0) equal |= 1;
        const diagonal = (((equal & up) + up) ^ up) | equal;
        let right = down | ~(diagonal | up);
        let left = up & diagonal;
        const top = block === last ? end : top32;
        const next = (right & top) !== 0 ? 1 : (left & top) !== 0 ? -1 : 0;
        right <<= 1;
        left <<= 1;
        if (step < 0) left |= 1;
        else if (step > 0) right |= 1;
        plus[block] = left | ~(vertical | right);
        minus[block] = right & vertical;
        step = next;
      }
      distance += step;
    }
    return distance;
  }
}

const bits = 32;
const top32 = 1 << (bits - 1);

interface Pattern {
  readonly length: number;
  readonly blocks: number;
  /** Where each letter stands in the pattern, a bit per place. */
  readonly places: ReadonlyMap<string, Int32Array>;
}

function prepare(pattern: string): Pattern {
  const blocks = Math.max(1, Math.ceil(pattern.length / bits));
  const places = new Map<string, Int32Array>();
  Array.from(pattern).forEach((letter, at) => {
    const own = places.get(letter) ?? new Int32Array(blocks);
    own[Math.floor(at / bits)]! |= 1 << (at % bits);
    places.set(letter, own);
  });
  return { length: pattern.length, blocks, places };
}

const empties = new Map<number, Int32Array>();

/** The places of a letter that the pattern does not have. */
function nowhere(blocks: number): Int32Array {
  const known = empties.get(blocks) ?? new Int32Array(blocks);
  empties.set(blocks, known);
  return known;
}
