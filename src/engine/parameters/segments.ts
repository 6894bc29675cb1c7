/**
 * How parameters enter a graph. Every graph input and output costs several microseconds, so small neighbouring
 * parameters travel as one vector that the graph splits; but splitting copies, so a large parameter travels alone,
 * as the window of the flat vector that it is.
 */
import { np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { f32 } from "../spec.ts";
import type { Spec } from "../spec.ts";
import { unflattenArrays } from "./parameters.ts";
import type { ArraysOf, ParameterLeaf, Parameters, ParameterTree } from "./parameters.ts";

/** A stretch of the flat vector that is one graph input. */
export interface Segment {
  readonly name: string;
  readonly leaves: readonly ParameterLeaf[];
  readonly offset: number;
  readonly spec: Spec;
}

// Copying 64k floats takes about as long as handing one more array to the runtime.
const largeParameter = 65_536;

export function segmentsOf(parameters: Parameters): readonly Segment[] {
  const groups: ParameterLeaf[][] = [];
  for (const leaf of parameters.leaves) {
    const last = groups.at(-1);
    const joins = last && leaf.size < largeParameter && last[0]!.size < largeParameter;
    if (joins) last.push(leaf);
    else groups.push([leaf]);
  }
  return groups.map((leaves, i) => ({
    name: `parameters:${i}`,
    leaves,
    offset: leaves[0]!.offset,
    spec: leaves.length === 1 ? f32(...leaves[0]!.shape) : f32(leaves.reduce((n, leaf) => n + leaf.size, 0)),
  }));
}

/** The windows of a flat vector that carry each segment. */
export function windowsOf(segments: readonly Segment[], flat: Float32Array): Float32Array[] {
  return segments.map(({ leaves, offset }) =>
    flat.subarray(offset, offset + leaves.reduce((n, leaf) => n + leaf.size, 0)),
  );
}

/** Inside a traced function: the parameter tree from its segments. */
export function arraysOf<T extends ParameterTree>(
  tree: T,
  segments: readonly Segment[],
  inputs: readonly JaxArray[],
): ArraysOf<T> {
  const leaves = segments.flatMap((segment, i) => splitSegment(segment, inputs[i]!));
  return unflattenArrays(tree, leaves[Symbol.iterator]());
}

function splitSegment({ leaves }: Segment, input: JaxArray): JaxArray[] {
  if (leaves.length === 1) return [input];
  const ends: number[] = [];
  for (const leaf of leaves.slice(0, -1)) ends.push((ends.at(-1) ?? 0) + leaf.size);
  return np.split(input, ends).map((piece, i) => piece.reshape([...leaves[i]!.shape]));
}
