/**
 * Equal states once. Sequences that begin alike share their first states: over V letters, at most V^t states are t letters
 * long, however many trajectories there are. A network over all states of B trajectories is therefore asked about
 *
 *     every prefix of t letters, while V^t < B; then the states of each trajectory,
 *
 * and each row of the answer is looked up: by the number of its prefix, or by level and trajectory. Shapes do not depend
 * on what was sampled, so the graph stays the same. For states that are letters alone, of one length in the end.
 */
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { isTrajectories } from "./model.ts";
import type { ModelInputs, ModelShape, SequenceLayout, TrajectoryInputs } from "./model.ts";

/** Different states of a batch, and which of them each state of each trajectory is. */
export interface SharedPrefixes {
  /** The features of the environment, [N, featureCount]: one-hots of letters, then of the length. */
  readonly features: JaxArray;
  /** Int32 [levels·B]: rows of the above. */
  readonly rows: JaxArray;
}

/**
 * The different states behind these inputs, or nothing where asking about each state of each trajectory is cheaper.
 * `later` is what a row costs after the first layer, in products per unit of it.
 */
export function sharedPrefixes(
  inputs: ModelInputs,
  { sequence, context }: ModelShape,
  later: number,
): SharedPrefixes | undefined {
  if (!isTrajectories(inputs) || !sequence || sequence.stops || context || !inputs.tokens) return undefined;
  const { levels, size } = inputs;
  const depth = sharedLevels(sequence, levels, size);
  // One trajectory alone shares nothing.
  if (depth === 0) return undefined;
  const count = prefixesBelow(sequence.letters, depth) + (levels - depth) * size;
  const { letters, length } = sequence;
  // Features are as many columns of a large product. The running sum of tokens that they replace has far fewer, but its
  // products are thin: they run at about a quarter of the rate.
  const shared = count * (featuresOf(sequence) + later);
  const each = levels * size * (4 * (letters + length) + later);
  if (shared >= each) return undefined;
  return { features: featureRows(inputs, sequence, depth), rows: rowNumbers(inputs, sequence, depth) };
}

/** Levels at which there are fewer prefixes than trajectories. */
export function sharedLevels({ letters }: SequenceLayout, levels: number, size: number): number {
  let depth = 0;
  while (depth < levels && letters ** depth < size) depth++;
  return depth;
}

/** Prefixes of fewer than `depth` letters, which is also the number of the first of `depth` letters. */
export function prefixesBelow(letters: number, depth: number): number {
  let count = 0;
  for (let t = 0; t < depth; t++) count += letters ** t;
  return count;
}

/** One-hots of letters and of the length. */
const featuresOf = ({ letters, length }: SequenceLayout): number => length * letters + length + 1;

function featureRows(
  { tokens, levels, size }: TrajectoryInputs,
  layout: SequenceLayout,
  depth: number,
): JaxArray {
  const prefixes = np.array(prefixFeatures(layout, depth)).reshape([-1, featuresOf(layout)]);
  if (depth === levels) return prefixes;
  const { letters, length } = layout;
  // All letters of each trajectory and all lengths; a level sees the letters before it and the length that is its own.
  const oneHots = np.take(np.eye(letters + 1, letters), np.swapaxes(tokens!.ref, 0, 1), 0);
  const everything = np.concatenate(
    [oneHots.reshape([size, length * letters]), np.ones([size, length + 1])],
    1,
  );
  const seen = np.array(levelMasks(layout, depth, levels)).reshape([levels - depth, 1, featuresOf(layout)]);
  const ofTrajectories = everything.reshape([1, size, featuresOf(layout)]).mul(seen);
  return np.concatenate([prefixes, ofTrajectories.reshape([(levels - depth) * size, featuresOf(layout)])], 0);
}

/** The features of all prefixes of fewer than `depth` letters, by length and then in lexicographic order. */
function prefixFeatures(layout: SequenceLayout, depth: number): Float32Array {
  const { letters, length } = layout;
  const width = featuresOf(layout);
  const features = new Float32Array(prefixesBelow(letters, depth) * width);
  for (let t = 0, row = 0; t < depth; t++) {
    for (let number = 0; number < letters ** t; number++, row++) {
      for (let at = t - 1, rest = number; at >= 0; at--, rest = Math.floor(rest / letters)) {
        features[row * width + at * letters + (rest % letters)] = 1;
      }
      features[row * width + length * letters + t] = 1;
    }
  }
  return features;
}

/** Which features a state after `depth`, `depth` + 1, … letters has, whatever the letters are. */
function levelMasks(layout: SequenceLayout, depth: number, levels: number): Float32Array {
  const { letters, length } = layout;
  const width = featuresOf(layout);
  const masks = new Float32Array((levels - depth) * width);
  for (let t = depth; t < levels; t++) {
    const start = (t - depth) * width;
    masks.fill(1, start, start + t * letters);
    masks[start + length * letters + t] = 1;
  }
  return masks;
}

function rowNumbers(inputs: TrajectoryInputs, sequence: SequenceLayout, depth: number): JaxArray {
  const { levels, size } = inputs;
  const first = prefixesBelow(sequence.letters, depth);
  const own = Int32Array.from({ length: (levels - depth) * size }, (_, i) => first + i);
  if (depth === 0) return np.array(own);
  const ofPrefixes = prefixNumbers(inputs, sequence, depth);
  return depth === levels ? ofPrefixes : np.concatenate([ofPrefixes, np.array(own)], 0);
}

/** Which prefix each trajectory is at each of the first `depth` levels, int32 [depth·B]. */
export function prefixNumbers(
  { tokens, size }: TrajectoryInputs,
  { letters, length }: SequenceLayout,
  depth: number,
): JaxArray {
  // The number of a prefix is its letters read in base V, and comes after those of all shorter ones.
  const powers = new Int32Array(depth * length);
  for (let t = 0; t < depth; t++) for (let j = 0; j < t; j++) powers[t * length + j] = letters ** (t - 1 - j);
  const first = Int32Array.from({ length: depth }, (_, t) => prefixesBelow(letters, t));
  const numbers = np
    .matmul(np.array(powers).reshape([depth, length]), tokens!.ref)
    .add(np.array(first).reshape([depth, 1]));
  return numbers.reshape([depth * size]);
}
