/**
 * All beginnings of fewer than `depth` letters, the empty one among them, as a tree: what sequences that begin alike share.
 * They are numbered by length and then in lexicographic order, so that letter v leads from number n to n·letters + 1 + v.
 * A causal network reads the tree as one sequence in which every beginning sees itself and those it continues.
 */
import { HIDDEN } from "./attention.ts";

export interface PrefixTree {
  readonly depth: number;
  /** Beginnings, N. */
  readonly count: number;
  /** The last letter of each, [N]; the pad for the empty one. */
  readonly tokens: Int32Array;
  /** The length of each, [N]. */
  readonly levels: Int32Array;
  /** [N, N]: 0 where row i continues or is j, else hidden. */
  readonly mask: Float32Array;
}

export function prefixTree(letters: number, depth: number, pad: number): PrefixTree {
  const [tokens, levels] = [[pad], [0]];
  for (let parent = 0; levels[parent]! < depth - 1; parent++) {
    for (let letter = 0; letter < letters; letter++) {
      tokens.push(letter);
      levels.push(levels[parent]! + 1);
    }
  }
  const count = tokens.length;
  const mask = new Float32Array(count * count).fill(HIDDEN);
  for (let i = 0; i < count; i++) {
    for (let j = i; j >= 0; j = j === 0 ? -1 : Math.floor((j - 1) / letters)) mask[i * count + j] = 0;
  }
  return { depth, count, tokens: Int32Array.from(tokens), levels: Int32Array.from(levels), mask };
}
