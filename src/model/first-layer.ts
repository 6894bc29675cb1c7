/**
 * The first layer of a perceptron over states, x·W + b with x the features of a state. Where states are sequences, x is
 * never formed: its one-hots pick rows of W, so the layer is a running sum of embeddings, one per token,
 *
 *     h(s_t) = h(s_0) + Σ_{j<t} e_j(c_j)        e_j(c) = W[letter c at j] + W[length j+1] − W[length j]
 *
 * with memory linear in the length. The rows of W are those of the features: `length` one-hots of letters, a one-hot of
 * how many are written and, where sequences may stop, one number that says finished.
 */
import { normal } from "../engine/parameters/initialisers.ts";
import { np } from "../engine/jax.ts";
import { parameter } from "../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import { dense } from "./mlp.ts";
import type { DenseLayer } from "./mlp.ts";
import { runningTotals } from "./running-totals.ts";
import type { ContextSpec } from "../landscape/context.ts";
import { contextFeatures, contextRows } from "./context-features.ts";
import { isTrajectories } from "./model.ts";
import type {
  BeginInputs,
  ModelInputs,
  ModelShape,
  SequenceLayout,
  StateInput,
  StepInputs,
  TrajectoryInputs,
} from "./model.ts";

/** What the layer reads of a state. */
export function firstLayerReads({ sequence, context }: ModelShape): readonly StateInput[] {
  return [sequence ? "tokens" : "features", ...(context ? (["context"] as const) : [])];
}

/** The weights of a condition, beside those of the state. */
export function contextWeights({ context }: ModelShape, outputs: number): ContextTree {
  return context ? { weight: parameter([contextFeatures(context), outputs], normal(0.1)) } : {};
}

/** Weights of a condition; empty where there is none. */
export type ContextTree = Readonly<Record<string, ParameterSpec>>;

/** What the layer makes of states and conditions, [N, outputs], before any non-linearity. */
export function firstLayer(
  layer: ArraysOf<DenseLayer>,
  inputs: ModelInputs,
  { sequence, context }: ModelShape,
  contextual: ArraysOf<ContextTree>,
): JaxArray {
  const ofState =
    sequence && !inputs.features ? ofTokens(layer, inputs, sequence) : dense(layer, inputs.features!.ref);
  return withContext(ofState, inputs, context, contextual);
}

/** Adds what conditions say to what states say, [N, outputs]. */
function withContext(
  ofState: JaxArray,
  inputs: ModelInputs,
  context: ContextSpec | undefined,
  contextual: ArraysOf<ContextTree>,
): JaxArray {
  if (!context) return ofState;
  const ofContext = ofConditions(context, inputs.context!, contextual);
  if (!isTrajectories(inputs)) return ofState.add(ofContext);
  const [rows, outputs] = ofState.shape as [number, number];
  return ofState.reshape([inputs.levels, inputs.size, outputs]).add(ofContext).reshape([rows, outputs]);
}

/** What conditions add, [N, outputs]. */
function ofConditions(context: ContextSpec, given: JaxArray, contextual: ArraysOf<ContextTree>): JaxArray {
  return np.matmul(contextRows(context, given), contextual["weight"]!);
}

/**
 * The layer at the start of N roll-outs, and the table of what each token adds at each step: row `step`·(ids + 1) +
 * token, of zeros for the pad.
 */
export function firstLayerBegin(
  layer: ArraysOf<DenseLayer>,
  { rows, context: given }: BeginInputs,
  layout: SequenceLayout,
  context: ContextSpec | undefined,
  contextual: ArraysOf<ContextTree>,
): { readonly sum: JaxArray; readonly table: JaxArray } {
  const { start, embeddings } = tokenEmbeddings(layer, layout);
  const [length, ids, outputs] = embeddings.shape as [number, number, number];
  const padded = np.concatenate([embeddings, np.zeros([length, 1, outputs])], 1);
  const nothing = np.zeros([ids + 1, outputs]);
  const table = np.concatenate([nothing, padded.reshape([length * (ids + 1), outputs])], 0);
  const sum = np.broadcastTo(start, [rows, outputs]);
  return { sum: context ? sum.add(ofConditions(context, given!, contextual)) : sum, table };
}

/** The layer after one more token, [N, outputs]. */
export function firstLayerStep({ fixed, cache, step, token }: StepInputs, layout: SequenceLayout): JaxArray {
  const row = step.ref.mul(tokenIds(layout) + 1).add(token.ref);
  return cache["sum"]!.ref.add(np.take(fixed["table"]!.ref, row, 0));
}

function ofTokens(layer: ArraysOf<DenseLayer>, inputs: ModelInputs, layout: SequenceLayout): JaxArray {
  if (isTrajectories(inputs)) {
    return layout.stops ? ofTrajectories(layer, inputs, layout) : ofEqualLengths(layer, inputs, layout);
  }
  const { start, embeddings } = tokenEmbeddings(layer, layout);
  const [length, ids, outputs] = embeddings.shape as [number, number, number];
  const rows = inputs.tokens!.shape[0]!;
  const oneHots = tokenOneHots(inputs.tokens!, layout).reshape([rows, length * ids]);
  return np.matmul(oneHots, embeddings.reshape([length * ids, outputs])).add(start);
}

/** All prefixes of sequences of any length. */
function ofTrajectories(
  layer: ArraysOf<DenseLayer>,
  { tokens, levels, size }: TrajectoryInputs,
  layout: SequenceLayout,
): JaxArray {
  const { start, embeddings } = tokenEmbeddings(layer, layout);
  const [length, , outputs] = embeddings.shape as [number, number, number];
  const perStep = np.matmul(tokenOneHots(tokens!, layout), embeddings).reshape([length, size * outputs]);
  const sums = runningTotals(perStep, levels);
  return sums.reshape([levels * size, outputs]).add(start);
}

/** The same where all sequences have one length: a state's level is its length, so that part needs no sum. */
function ofEqualLengths(
  { weight, bias }: ArraysOf<DenseLayer>,
  { tokens, levels, size }: TrajectoryInputs,
  layout: SequenceLayout,
): JaxArray {
  const { letters, length } = layout;
  const outputs = weight.shape[1]!;
  const cuts = levels === length + 1 ? [length * letters] : [length * letters, length * letters + levels];
  const [ofLetters, ofLengths] = np.split(weight, cuts, 0);
  const embeddings = ofLetters!.reshape([length, letters, outputs]);
  const perStep = np.matmul(tokenOneHots(tokens!, layout), embeddings).reshape([length, size * outputs]);
  const sums = runningTotals(perStep, levels).reshape([levels, size, outputs]);
  return sums.add(ofLengths!.add(bias).reshape([levels, 1, outputs])).reshape([levels * size, outputs]);
}

/** One-hot rows of tokens; the pad has a row of zeros. */
function tokenOneHots(tokens: JaxArray, layout: SequenceLayout): JaxArray {
  const ids = tokenIds(layout);
  return np.take(np.eye(ids + 1, ids), tokens.ref, 0);
}

/** What every token at every step adds, [length, ids, outputs], and what the empty sequence has, [outputs]. */
function tokenEmbeddings(
  { weight, bias }: ArraysOf<DenseLayer>,
  { letters, length, stops }: SequenceLayout,
): { readonly start: JaxArray; readonly embeddings: JaxArray } {
  const outputs = weight.shape[1]!;
  const cuts = [length * letters, length * letters + length + 1];
  const [ofLetters, ofLengths, finished] = np.split(weight, stops ? cuts : [cuts[0]!], 0);
  const [empty, longer] = np.split(np.matmul(lengthSteps(length), ofLengths!), [1], 0);
  const perLetter = ofLetters!.reshape([length, letters, outputs]).add(longer!.reshape([length, 1, outputs]));
  const start = bias.add(empty!.reshape([outputs]));
  if (!stops) return { start, embeddings: perLetter };
  // A sequence is finished by the stop token, and by the last letter of the longest ones.
  const isLast = Float32Array.from({ length }, (_, j) => (j === length - 1 ? 1 : 0));
  const done = finished!.reshape([1, 1, outputs]);
  const lettersThatEnd = perLetter.add(np.array(isLast).reshape([length, 1, 1]).mul(done.ref));
  const stop = np.broadcastTo(done, [length, 1, outputs]);
  return { start, embeddings: np.concatenate([lettersThatEnd, stop], 1) };
}

/** The matrix that turns rows by length into the first of them and the differences of neighbours. */
function lengthSteps(length: number): JaxArray {
  const values = new Float32Array((length + 1) ** 2);
  for (let row = 0; row <= length; row++) {
    values[row * (length + 1) + row] = 1;
    if (row > 0) values[row * (length + 1) + row - 1] = -1;
  }
  return np.array(values).reshape([length + 1, length + 1]);
}

/** Tokens there are, the stop token included; the next number is the pad. */
export const tokenIds = ({ letters, stops }: SequenceLayout): number => letters + (stops ? 1 : 0);
