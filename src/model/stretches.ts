/**
 * The stretch of the last k letters before each state of a sequence, as a number: letters read in base V, and with the
 * place in front the row of a table that has one for every place and stretch. Where fewer than k letters are written, the
 * first letter stands for those that are not.
 *
 * Numbers are computed inside the graph: the stretch that ends before each place is a product of the letters with a
 * constant band, and a state takes the one at its own length.
 */
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { isTrajectories } from "./model.ts";
import type { ModelInputs, SequenceLayout } from "./model.ts";
import { runningSums } from "./running-totals.ts";

/** The row of each state, int32 [N]: its length times the number of stretches, plus the number of its own. */
export function stretchRows(inputs: ModelInputs, layout: SequenceLayout, k: number): JaxArray {
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

/**
 * The stretch that every state ends with, wherever it stands, int32 [levels, B] or [N, length + 1], where the latter has
 * those of all its beginnings, and 1 where it is complete and was ended by a letter, float32 of the same shape.
 */
export function stretchesSoFar(
  inputs: ModelInputs,
  layout: SequenceLayout,
  k: number,
): { readonly stretches: JaxArray; readonly complete: JaxArray } {
  const { letters, length } = layout;
  const tokens = inputs.tokens!;
  const isLetter = np.less(tokens.ref, letters);
  const values = np.where(isLetter.ref, tokens.ref, 0).astype(np.float32);
  const long = np.array(Float32Array.from({ length: length + 1 }, (_, t) => (t < k ? 0 : 1)));
  if (isTrajectories(inputs)) {
    const { levels, size } = inputs;
    const written = np.concatenate([np.zeros([1, size]), isLetter.astype(np.float32)], 0);
    return {
      stretches: np.matmul(band(layout, k), values).slice([0, levels]).astype(np.int32),
      complete: written.mul(long.reshape([length + 1, 1])).slice([0, levels]),
    };
  }
  const rows = tokens.shape[0]!;
  const written = np.concatenate([np.zeros([rows, 1]), isLetter.astype(np.float32)], 1);
  return {
    stretches: np.matmul(values, np.swapaxes(band(layout, k), 0, 1)).astype(np.int32),
    complete: written.mul(long.reshape([1, length + 1])),
  };
}

/** The number of the last k letters after one more token, float32 [N], from the one before; past the end it stays. */
export function nextStretch(
  before: JaxArray,
  token: JaxArray,
  { letters }: SequenceLayout,
  k: number,
): JaxArray {
  // The oldest letter drops out on the left, the newest comes in on the right.
  const isLetter = np.less(token.ref, letters);
  const letter = np.where(isLetter.ref, token, 0).astype(np.float32);
  const rest = lastOf(before.ref, letters ** (k - 1));
  return np.where(isLetter, rest.mul(letters).add(letter), before);
}

/** What is left of numbers beyond multiples of `count`, float32. */
export function lastOf(numbers: JaxArray, count: number): JaxArray {
  return numbers.ref.sub(np.floor(numbers.div(count)).mul(count));
}

/** Letters of each state, [levels, B] or [N]; consumes `isLetter`. */
function positionsOf(inputs: ModelInputs, isLetter: JaxArray, { length }: SequenceLayout): JaxArray {
  if (!isTrajectories(inputs)) return np.sum(isLetter, 1);
  return np.matmul(runningSums(inputs.levels, length), isLetter);
}

/** Entry (t, j) is what the letter at position j counts in the stretch that ends before position t. */
function band({ letters, length }: SequenceLayout, k: number): JaxArray {
  const weights = new Float32Array((length + 1) * length);
  for (let t = 0; t <= length; t++) {
    for (let j = Math.max(0, t - k); j < t; j++) weights[t * length + j] = letters ** (t - 1 - j);
  }
  return np.array(weights).reshape([length + 1, length]);
}
