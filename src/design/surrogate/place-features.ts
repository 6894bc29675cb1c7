/**
 * Letters by place, and beside them what the letters are like: of a site where only large residues work, a few that were
 * measured say what the others do. A sequence has length one in either group.
 */
import { propertyCount } from "./amino-acid-properties.ts";
import type { FeatureMap, SparseRows } from "./sparse-features.ts";

export class PlaceFeatures implements FeatureMap {
  readonly count: number;
  readonly #letters: number;
  readonly #length: number;
  readonly #properties: Float64Array;

  constructor(letters: number, length: number, properties: Float64Array) {
    this.#letters = letters;
    this.#length = length;
    this.#properties = properties;
    this.count = length * (letters + propertyCount);
  }

  rows(sequences: readonly ArrayLike<number>[]): SparseRows {
    const perPlace = 1 + propertyCount;
    const starts = new Int32Array(sequences.length + 1);
    for (const [row, { length }] of sequences.entries())
      starts[row + 1] = starts[row]! + perPlace * Math.min(length, this.#length);
    const ids = new Int32Array(starts.at(-1)!);
    const values = new Float64Array(ids.length);
    let at = 0;
    for (const tokens of sequences) {
      const length = Math.min(tokens.length, this.#length);
      const one = Math.sqrt(0.5 / length);
      const property = Math.sqrt(0.5 / (length * propertyCount));
      for (let t = 0; t < length; t++) {
        const first = t * (this.#letters + propertyCount);
        ids[at] = first + tokens[t]!;
        values[at++] = one;
        for (let k = 0; k < propertyCount; k++) {
          ids[at] = first + this.#letters + k;
          values[at++] = property * this.#properties[tokens[t]! * propertyCount + k]!;
        }
      }
    }
    return { rows: sequences.length, starts, ids, values };
  }
}
