/**
 * A perceptron beside a memory of k-mers by position: the table has one row for every position and every choice of the
 * last k letters there, so it also works on sequences far too many to number. With k as long as the sequences it is the
 * `memory` model.
 */
import { np } from "../engine/jax.ts";
import type { ArraysOf, ParameterSpec } from "../engine/parameters/parameters.ts";
import { WindageError } from "../error.ts";
import { headsOf, headWidth, splitHeads } from "./heads.ts";
import type { StateHead } from "./heads.ts";
import { lookUp, tableOf } from "./look-up.ts";
import type { Model, ModelShape, SequenceLayout, StepwiseModel } from "./model.ts";
import { mlpModel, perceptron } from "./state-models.ts";
import type { MlpOptions, PerceptronTree } from "./state-models.ts";
import { perceptronSteps } from "./stepwise.ts";
import { nextStretch, stretchRows } from "./stretches.ts";

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
      const remembered = lookUp(parameters.table, stretchRows(inputs, layout, k), inputs, shape.context);
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
      const next = nextStretch(cache["kmer"]!.ref, token.ref, layout, k);
      const row = step.ref.mul(layout.letters ** k).add(next.ref.astype(np.int32));
      return { remembered: lookUp(table, row, inputs, shape.context), cache: { kmer: next } };
    },
  });
}

function layoutOf({ sequence }: ModelShape): SequenceLayout {
  if (sequence) return sequence;
  throw new WindageError(
    "model/not-a-sequence",
    "The kmer model remembers letters by position, but this environment does not build sequences; use the mlp model.",
  );
}
