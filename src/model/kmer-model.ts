/**
 * A perceptron beside a memory of k-mers by position: the table has one row for every position and every choice of the
 * last k letters there, so it also works on sequences far too many to number. With k as long as the sequences it is the
 * `memory` model.
 *
 * The row is computed inside the graph from the one-hot features, by products with constant matrices: letters as
 * numbers, then the k-mer that ends at each position, then the one at the state's own length.
 */
import { np, parameter, zeros } from "../engine/index.ts";
import type { ArraysOf, JaxArray, ParameterSpec } from "../engine/index.ts";
import { WindageError } from "../error.ts";
import { headsOf, headWidth, splitHeads } from "./heads.ts";
import type { StateHead } from "./heads.ts";
import { applyMlp } from "./mlp.ts";
import type { MlpTree } from "./mlp.ts";
import type { Model, ModelShape } from "./model.ts";
import { mlpModel } from "./state-models.ts";
import type { MlpOptions } from "./state-models.ts";

/** How many letters the model remembers, and the sizes of its perceptron. */
export interface KmerOptions extends MlpOptions {
  /** Letters remembered before each position. */
  readonly kmer?: number;
}

/** How sequences are laid out in features: `length` one-hots of `letters`, then a one-hot of how many are written. */
export interface SequenceLayout {
  readonly letters: number;
  readonly length: number;
}

/** Rows are numbered in float32 on the way, which is exact up to here. */
const maxRows = 2 ** 22;

export function kmerModel(
  shape: ModelShape,
  { kmer, ...options }: KmerOptions = {},
): Model<{ mlp: MlpTree; table: ParameterSpec }, StateHead> {
  const layout = layoutOf(shape);
  const k =
    kmer ?? Math.min(layout.length, Math.max(1, Math.floor(Math.log(4096) / Math.log(layout.letters))));
  const rows = (layout.length + 1) * layout.letters ** k;
  if (!Number.isInteger(k) || k < 1 || k > layout.length || rows > maxRows) {
    throw new WindageError(
      "model/bad-kmer",
      `kmer: got ${k}, which needs ${rows} rows, expected a whole number from 1 to ${layout.length} with at most ${maxRows} rows.`,
    );
  }
  const mlp = mlpModel(shape, options);
  return {
    name: `${k}-mers + ${mlp.name}`,
    heads: headsOf(shape),
    needsIndex: false,
    tree: { ...mlp.tree, table: parameter([rows, headWidth(shape)], zeros) },
    apply: (parameters: ArraysOf<{ mlp: MlpTree; table: ParameterSpec }>, { features }) => {
      const remembered = np.take(parameters.table, kmerRows(features.ref, layout, k), 0);
      return splitHeads(applyMlp(parameters.mlp, features.ref).add(remembered), features, shape);
    },
  };
}

/** The row of each state: position times the number of k-mers, plus the number of the last k letters. */
function kmerRows(features: JaxArray, layout: SequenceLayout, k: number): JaxArray {
  const { letters, length } = layout;
  const kmers = letters ** k;
  const [tokens, position, ..._done] = np.split(
    features,
    [letters * length, letters * length + length + 1],
    1,
  );
  // Entry (j·letters + v, t) is what letter v at position j adds to the k-mer that ends before position t.
  const weights = new Float32Array(letters * length * (length + 1));
  for (let t = 0; t <= length; t++) {
    for (let j = Math.max(0, t - k); j < t; j++) {
      for (let v = 0; v < letters; v++)
        weights[(j * letters + v) * (length + 1) + t] = v * letters ** (t - 1 - j);
    }
  }
  const numbers = np.matmul(tokens!, np.array(weights, { shape: [letters * length, length + 1] }));
  const starts = np.array(Float32Array.from({ length: length + 1 }, (_, t) => t * kmers));
  return np.sum(numbers.add(starts).mul(position!), 1).astype(np.int32);
}

function layoutOf({ sequence }: ModelShape): SequenceLayout {
  if (sequence) return sequence;
  throw new WindageError(
    "model/not-a-sequence",
    "The kmer model remembers letters by position, but this environment does not build sequences; use the mlp model.",
  );
}
