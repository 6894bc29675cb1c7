/**
 * A model for sequences of any length, whose size hardly grows with them. A perceptron reads a state in four ways:
 *
 *     h(s_t) = place and letters by place (first-layer.ts) + J · [ Σ_{k≤j≤t} spectrum(w_j) ; recent(w_t) ]
 *
 * where w_j is the stretch of k letters that ends at place j: which stretches there have been so far (their spectrum), as
 * a sum of embeddings, and the one that was written last, wherever it stands. So it can tell how much of a word stands at
 * the end and how often words occurred. Beside it a table has one row for every place and last letter, for what depends
 * on both; its rows are few and each is met often, so it may learn faster than a network.
 */
import { heNormal, zeros } from "../engine/parameters/initialisers.ts";
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { parameter } from "../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec } from "../engine/parameters/parameters.ts";
import { WindageError } from "../error.ts";
import { firstLayer, firstLayerBegin, firstLayerStep } from "./first-layer.ts";
import { headsOf, headWidth, splitHeads, splitStepHeads } from "./heads.ts";
import type { StateHead } from "./heads.ts";
import { lookUp, tableOf } from "./look-up.ts";
import { laterLayers } from "./mlp.ts";
import { isTrajectories } from "./model.ts";
import type { Model, ModelInputs, ModelShape, SequenceLayout, StepwiseModel } from "./model.ts";
import { runningTotals } from "./running-totals.ts";
import { mlpModel } from "./state-models.ts";
import type { MlpOptions, PerceptronTree } from "./state-models.ts";
import { lastOf, nextStretch, stretchesSoFar, stretchRows } from "./stretches.ts";
import { joinThoughts } from "./thoughts/join-thoughts.ts";

/** How long stretches are, and the sizes of the perceptron. */
export interface SpectrumOptions extends MlpOptions {
  /** Letters of a stretch; as many as have 1,024 stretches or fewer unless given. */
  readonly kmer?: number;
}

type SpectrumTree = PerceptronTree & {
  /** An embedding of the stretch a state ends with. */
  recent: ParameterSpec;
  /** An embedding of each stretch so far; they are added up. */
  spectrum: ParameterSpec;
  /** From both to hidden units. */
  join: ParameterSpec;
  /** A row of outputs for each place and last letter. */
  table: ParameterSpec;
};

/** Numbers per embedding. */
const width = 32;

/** Stretches that may be told apart. */
const maxStretches = 2 ** 16;

/** Everything but the table learns at half the rate, the table at three times. */
const rates = { table: 3, mlp: 0.5, recent: 0.5, spectrum: 0.5, join: 0.5, context: 0.5, thoughts: 0.5 };

function usualLetters({ length, letters }: SequenceLayout): number {
  return Math.min(length, Math.max(1, Math.floor(Math.log(1024) / Math.log(letters) + 1e-9)));
}

export function spectrumModel(
  shape: ModelShape,
  { kmer, hidden = 128, ...options }: SpectrumOptions = {},
): Model<SpectrumTree, StateHead> {
  const layout = layoutOf(shape);
  const { letters, length } = layout;
  const k = kmer ?? usualLetters(layout);
  const count = letters ** k;
  if (!Number.isInteger(k) || k < 1 || k > length || count > maxStretches) {
    throw new WindageError(
      "model/bad-kmer",
      (say) =>
        `${say("model.kmer")}: got ${k}, which makes ${count} stretches, expected a whole number from 1 to ${length} with at most ${maxStretches} stretches.`,
    );
  }
  const mlp = mlpModel(shape, { hidden, ...options });
  const tree = {
    ...mlp.tree,
    recent: parameter([count, width], zeros),
    spectrum: parameter([count, width], zeros),
    join: parameter([2 * width, hidden], heNormal),
    table: tableOf((length + 1) * letters, headWidth(shape), shape.context),
  };
  const used = Object.entries(rates).filter(([name]) => hasParameters(tree[name as keyof typeof tree]));
  return {
    name: `spectrum of ${k}-mers + ${mlp.name}`,
    heads: headsOf(shape),
    reads: mlp.reads,
    rates: Object.fromEntries(used),
    tree,
    apply: (parameters: ArraysOf<SpectrumTree>, inputs) => {
      const { mlp: layers, context, thoughts, recent, spectrum, join, table } = parameters;
      const { stretches, complete } = stretchesSoFar(inputs, layout, k);
      const occurred = embedded(spectrum, stretches).mul(complete.reshape([...complete.shape, 1]));
      // In this order: the wasm engine cannot scatter a gradient that is the beginning of another.
      const written = np.take(recent, lastStretch(inputs, layout, k), 0);
      const read = np.concatenate([soFar(occurred, inputs), written], 1);
      const units = firstLayer(layers["layer0"]!, inputs, shape, context).add(np.matmul(read, join));
      const joint = laterLayers(layers, joinThoughts(options.thoughts, thoughts, units, inputs));
      const remembered = lookUp(table, stretchRows(inputs, layout, 1), inputs, shape.context);
      return splitHeads(joint.add(remembered), inputs, shape);
    },
    ...(options.thoughts ? {} : { stepwise: spectrumSteps(shape, layout, k) }),
  };
}

/** Acting step by step: the last stretch and the sum over all before it are carried on. */
function spectrumSteps(shape: ModelShape, layout: SequenceLayout, k: number): StepwiseModel<SpectrumTree> {
  return {
    begin: ({ mlp, context }, inputs) => {
      const { sum, table } = firstLayerBegin(mlp["layer0"]!, inputs, layout, shape.context, context);
      const { rows } = inputs;
      return { fixed: { table }, cache: { sum, stretch: np.zeros([rows]), seen: np.zeros([rows, width]) } };
    },
    step: ({ mlp, recent, spectrum, join, table }, inputs) => {
      const { token, step, cache } = inputs;
      const rows = token.shape[0]!;
      const sum = firstLayerStep(inputs, layout);
      const stretch = nextStretch(cache["stretch"]!.ref, token.ref, layout, k);
      const number = stretch.ref.astype(np.int32);
      const isComplete = np.less(token.ref, layout.letters).astype(np.float32).reshape([rows, 1]);
      const isLong = np.where(np.less(step.ref, k), 0, 1).astype(np.float32).reshape([1, 1]);
      const added = np.take(spectrum, number.ref, 0).mul(isComplete.mul(isLong));
      const seen = cache["seen"]!.ref.add(added);
      const read = np.concatenate([seen.ref, np.take(recent, number, 0)], 1);
      const joint = laterLayers(mlp, sum.ref.add(np.matmul(read, join)));
      const last = lastOf(stretch.ref, layout.letters).astype(np.int32);
      const row = step.ref.mul(layout.letters).add(last);
      const remembered = lookUp(table, row, inputs, shape.context);
      return {
        heads: splitStepHeads(joint.add(remembered), inputs, shape),
        cache: { sum, stretch, seen },
      };
    },
  };
}

/** The stretch each state ends with, int32 [N]. */
function lastStretch(inputs: ModelInputs, layout: SequenceLayout, k: number): JaxArray {
  const count = layout.letters ** k;
  return lastOf(stretchRows(inputs, layout, k).astype(np.float32), count).astype(np.int32);
}

/** Rows of a table by an array of numbers, with one more axis. */
function embedded(table: JaxArray, numbers: JaxArray): JaxArray {
  const [first, second] = numbers.shape as [number, number];
  return np.take(table, numbers.reshape([first * second]), 0).reshape([first, second, width]);
}

/** Embeddings of all stretches before each state added up, [N, width]. */
function soFar(occurred: JaxArray, inputs: ModelInputs): JaxArray {
  if (!isTrajectories(inputs)) return np.sum(occurred, 1);
  const { levels, size } = inputs;
  // What a state ends with is among what it has seen: the sum over its own level and all before.
  const before = runningTotals(occurred.ref.reshape([levels, size * width]), levels);
  return before.reshape([levels * size, width]).add(occurred.reshape([levels * size, width]));
}

function hasParameters(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return "shape" in part || Object.values(part).some(hasParameters);
}

function layoutOf({ sequence }: ModelShape): SequenceLayout {
  if (sequence) return sequence;
  throw new WindageError(
    "model/not-a-sequence",
    "The spectrum model reads letters, but this environment does not build sequences; use the mlp model.",
  );
}
