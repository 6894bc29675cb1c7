/**
 * A perceptron beside a memory of k-mers by position: the table has one row for every position and every choice of the
 * last k letters there, so it also works on sequences far too many to number. With k as long as the sequences it is the
 * `memory` model.
 *
 * Rows are numbered inside the graph: the k-mer that ends before each position is a product of the letters with a
 * constant band, and a state takes the one at its own length.
 */
import { np } from "../engine/jax.ts";
import type { ArraysOf, ParameterSpec } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import { WindageError } from "../error.ts";
import { runningSums } from "./first-layer.ts";
import { headsOf, headWidth, splitHeads } from "./heads.ts";
import type { StateHead } from "./heads.ts";
import { lookUp, tableOf } from "./look-up.ts";
import { isTrajectories } from "./model.ts";
import type { Model, ModelInputs, ModelShape, SequenceLayout, StepwiseModel } from "./model.ts";
import { mlpModel, perceptron } from "./state-models.ts";
import type { MlpOptions, PerceptronTree } from "./state-models.ts";
import { perceptronSteps } from "./stepwise.ts";

/** How many letters the model remembers, and the sizes of its perceptron. */
export interface KmerOptions extends MlpOptions {
  /** Letters remembered before each position. */
  readonly kmer?: number;
}

type KmerTree = PerceptronTree & { table: ParameterSpec };

/** Rows are numbered in float32 on the way, which is exact up to here. */
const maxRows = 2 ** 22;

/** As many letters as have 4,096 stretches or fewer; less where there are so many positions that rows would be too many. */
function usualLetters({ length, letters }: SequenceLayout): number {
  const stretches = Math.min(4096, maxRows / (length + 1));
  return Math.min(length, Math.max(1, Math.floor(Math.log(stretches) / Math.log(letters))));
}

export function kmerModel(
  shape: ModelShape,
  { kmer, ...options }: KmerOptions = {},
): Model<KmerTree, StateHead> {
  const layout = layoutOf(shape);
  const k = kmer ?? usualLetters(layout);
  const rows = (layout.length + 1) * layout.letters ** k;
  if (!Number.isInteger(k) || k < 1 || k > layout.length || rows > maxRows) {
    throw new WindageError(
      "model/bad-kmer",
      (say) =>
        `${say("model.kmer")}: got ${k}, which needs ${rows} rows, expected a whole number from 1 to ${layout.length} with at most ${maxRows} rows.`,
    );
  }
  const mlp = mlpModel(shape, options);
  return {
    name: `${k}-mers + ${mlp.name}`,
    heads: headsOf(shape),
    reads: mlp.reads,
    tree: { ...mlp.tree, table: tableOf(rows, headWidth(shape), shape.context) },
    apply: (parameters: ArraysOf<KmerTree>, inputs) => {
      const remembered = lookUp(parameters.table, kmerRows(inputs, layout, k), inputs, shape.context);
      return splitHeads(
        perceptron(parameters, inputs, shape, options.thoughts).add(remembered),
        inputs,
        shape,
      );
    },
    ...(options.thoughts ? {} : { stepwise: kmerSteps(shape, layout, k) }),
  };
}

/** Acting step by step: the number of the last k letters is carried on. */
function kmerSteps(shape: ModelShape, layout: SequenceLayout, k: number): StepwiseModel<KmerTree> {
  return perceptronSteps<KmerTree>(shape, layout, {
    begin: (count) => ({ kmer: np.zeros([count]) }),
    step: ({ table }, inputs) => {
      const { token, step, cache } = inputs;
      // The oldest letter drops out on the left, the newest comes in on the right.
      const isLetter = np.less(token.ref, layout.letters);
      const letter = np.where(isLetter.ref, token.ref, 0).astype(np.float32);
      const oldest = np.floor(cache["kmer"]!.ref.div(layout.letters ** (k - 1)));
      const rest = cache["kmer"]!.ref.sub(oldest.mul(layout.letters ** (k - 1)));
      const next = np.where(isLetter, rest.mul(layout.letters).add(letter), cache["kmer"]!.ref);
      const row = step.ref.mul(layout.letters ** k).add(next.ref.astype(np.int32));
      return { remembered: lookUp(table, row, inputs, shape.context), cache: { kmer: next } };
    },
  });
}

/** The row of each state, int32 [N]: its length times the number of k-mers, plus the number of the last k letters. */
function kmerRows(inputs: ModelInputs, layout: SequenceLayout, k: number): JaxArray {
  const { letters, length, stops } = layout;
  const tokens = inputs.tokens!;
  const isLetter = np.less(tokens.ref, letters);
  const values = np.where(isLetter.ref, tokens.ref, 0).astype(np.float32);
  const positions = positionsOf(inputs, isLetter.astype(np.float32), layout);
  // Row numbers of the states after 0 … length letters, [length + 1, B] or [N, length + 1].
  const starts = Float32Array.from({ length: length + 1 }, (_, t) => t * letters ** k);
  if (isTrajectories(inputs)) {
    const { levels, size } = inputs;
    const numbers = np.matmul(band(layout, k), values).add(np.array(starts).reshape([length + 1, 1]));
    if (!stops)
      return numbers
        .slice([0, levels])
        .reshape([levels * size])
        .astype(np.int32);
    // A trajectory that has ended waits at its own length.
    const waits = positions.astype(np.int32).reshape([levels, size]);
    const columns = np.arange(size).astype(np.int32).reshape([1, size]);
    const places = waits
      .mul(size)
      .add(columns)
      .reshape([levels * size]);
    return np.take(numbers.reshape([(length + 1) * size]), places, 0).astype(np.int32);
  }
  const numbers = np.matmul(values, np.swapaxes(band(layout, k), 0, 1)).add(np.array(starts));
  const rows = tokens.shape[0]!;
  const firsts = np
    .arange(rows)
    .astype(np.int32)
    .mul(length + 1);
  const places = firsts.add(positions.astype(np.int32).reshape([rows]));
  return np.take(numbers.reshape([rows * (length + 1)]), places, 0).astype(np.int32);
}

/** Letters of each state, [levels, B] or [N]; consumes `isLetter`. */
function positionsOf(inputs: ModelInputs, isLetter: JaxArray, { length }: SequenceLayout): JaxArray {
  if (!isTrajectories(inputs)) return np.sum(isLetter, 1);
  return np.matmul(runningSums(inputs.levels, length), isLetter);
}

/** Entry (t, j) is what the letter at position j counts in the k-mer that ends before position t. */
function band({ letters, length }: SequenceLayout, k: number): JaxArray {
  const weights = new Float32Array((length + 1) * length);
  for (let t = 0; t <= length; t++) {
    for (let j = Math.max(0, t - k); j < t; j++) weights[t * length + j] = letters ** (t - 1 - j);
  }
  return np.array(weights).reshape([length + 1, length]);
}

function layoutOf({ sequence }: ModelShape): SequenceLayout {
  if (sequence) return sequence;
  throw new WindageError(
    "model/not-a-sequence",
    "The kmer model remembers letters by position, but this environment does not build sequences; use the mlp model.",
  );
}
