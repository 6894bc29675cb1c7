/**
 * Words with gaps: which letters stand at which distances from each other, anywhere in the sequence. A word of m letters
 * has a shape, the places of its letters counted from the first, and every shape up to a span is read at every place. It
 * sees what plain words see, and also letters that act together across others that do not matter. On double-stranded
 * DNA a word and the one that faces it on the other strand are one.
 */
import type { FeatureMap, SparseRows } from "./sparse-features.ts";

/** Which words are read. */
export interface GappedChoice {
  /** Letters per word; each size is scaled to length one, so that sizes weigh the same. */
  readonly sizes: readonly number[];
  /** Places from the first letter of a word to its last, at most. */
  readonly span: number;
  readonly bothStrands: boolean;
}

/** Places of the letters of a word, from 0 on. */
interface Shape {
  readonly places: readonly number[];
  /** The place of its last letter. */
  readonly last: number;
  readonly group: number;
  /** Where its features begin. */
  readonly offset: number;
  /** Where those of the shape begin that faces it on the other strand. */
  readonly facing: number;
}

export class GappedFeatures implements FeatureMap {
  readonly count: number;
  readonly #letters: number;
  readonly #choice: GappedChoice;
  readonly #shapes: readonly Shape[];

  /** `letters` is the size of the alphabet, `length` the longest sequence there may be. */
  constructor(choice: GappedChoice, letters: number, length: number) {
    this.#letters = letters;
    this.#choice = choice;
    const span = Math.min(choice.span, length);
    const shapes = choice.sizes.flatMap((size, group) =>
      shapesOf(size, span).map((places) => ({ places, group })),
    );
    const offsets = new Map<string, number>();
    let at = 0;
    for (const { places } of shapes) {
      offsets.set(places.join(), at);
      at += letters ** places.length;
    }
    this.#shapes = shapes.map(({ places, group }) => {
      const last = places.at(-1)!;
      const mirrored = places.map((place) => last - place).toReversed();
      const offset = offsets.get(places.join())!;
      return { places, last, group, offset, facing: offsets.get(mirrored.join())! };
    });
    this.count = at;
  }

  rows(sequences: readonly ArrayLike<number>[]): SparseRows {
    const starts = new Int32Array(sequences.length + 1);
    for (const [row, { length }] of sequences.entries())
      starts[row + 1] = starts[row]! + this.#wordsOf(length);
    const ids = new Int32Array(starts[sequences.length]!);
    const values = new Float64Array(ids.length);
    for (const [row, tokens] of sequences.entries()) this.#read(tokens, starts[row]!, ids, values);
    return { rows: sequences.length, starts, ids, values };
  }

  /** Words in a sequence of a length, of all sizes. */
  #wordsOf(length: number): number {
    let count = 0;
    for (const { last } of this.#shapes) count += Math.max(0, length - last);
    return count;
  }

  #read(tokens: ArrayLike<number>, start: number, ids: Int32Array, values: Float64Array): void {
    const { sizes, bothStrands } = this.#choice;
    const V = this.#letters;
    const counts = new Float64Array(sizes.length);
    for (const { last, group } of this.#shapes)
      counts[group] = counts[group]! + Math.max(0, tokens.length - last);
    const scale = counts.map((count) => 1 / Math.sqrt(sizes.length * Math.max(1, count)));
    let at = start;
    for (const { places, last, group, offset, facing } of this.#shapes) {
      const size = places.length;
      const value = scale[group]!;
      for (let from = 0; from + last < tokens.length; from++, at++) {
        let id = 0;
        for (let k = 0; k < size; k++) id = id * V + tokens[from + places[k]!]!;
        id += offset;
        if (bothStrands) {
          let other = 0;
          for (let k = size - 1; k >= 0; k--) other = other * V + (V - 1 - tokens[from + places[k]!]!);
          id = Math.min(id, facing + other);
        }
        ids[at] = id;
        values[at] = value;
      }
    }
  }
}

/** How many words are read in a sequence of a length. */
export function wordsRead({ sizes, span }: Pick<GappedChoice, "sizes" | "span">, length: number): number {
  let count = 0;
  for (const size of sizes) {
    for (const places of shapesOf(size, Math.min(span, length))) count += length - places.at(-1)!;
  }
  return count;
}

/** All ways to place so many letters within a span, the first at 0. */
function shapesOf(size: number, span: number): readonly (readonly number[])[] {
  let shapes: (readonly number[])[] = [[0]];
  for (let k = 1; k < size; k++) {
    shapes = shapes.flatMap((shape) => {
      const from = shape.at(-1)! + 1;
      return Array.from({ length: Math.max(0, span - from) }, (_, i) => [...shape, from + i]);
    });
  }
  return shapes;
}
