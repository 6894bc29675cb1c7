/**
 * What enters the first attention of a step. Before it a row depends on its token and its position alone, so over V tokens
 * there are V different rows at each position, however many sequences are continued. They are computed once for all steps
 * of roll-outs, with the queries, keys and values that the first block makes of them, and each sequence looks its own up.
 * A condition, which is added to embeddings, tells sequences apart before that; rotary positions act on queries and keys
 * behind it.
 */
import { np } from "../../engine/jax.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { projected } from "./block.ts";
import { additive } from "./ends.ts";
import type { TransformerTree } from "./ends.ts";
import type { TransformerSizes } from "./options.ts";

/** Rows before the first block, [B, width], and what it makes of them, [B, 3·width]. */
export interface Entered {
  readonly rows: JaxArray;
  readonly projections: JaxArray;
}

/** Whether rows of so many sequences are better looked up than computed. */
export function entersByTable({ positions, vocabulary }: TransformerSizes, sequences: number): boolean {
  return positions !== "rotary" && 2 * vocabulary <= sequences;
}

/** The rows of all tokens at all positions and their projections side by side, [length, V, 4·width]. */
export function entrances(parameters: ArraysOf<TransformerTree>, sizes: TransformerSizes): JaxArray {
  const { vocabulary, length, width } = sizes;
  const [first] = Object.values(parameters.blocks);
  const byPosition = (table: JaxArray): JaxArray => table.reshape([length, 1, width]);
  const tokens = parameters.embedding.reshape([1, vocabulary, width]);
  const [scales, places] = [parameters.places["scale"], additive(parameters, sizes)!];
  const placed = (scales ? tokens.mul(byPosition(scales)) : tokens).add(byPosition(places));
  const rows = placed.reshape([length * vocabulary, width]);
  const joint = np.concatenate([rows.ref, projected(first!, rows)], 1);
  return joint.reshape([length, vocabulary, 4 * width]);
}

/** Those of one token [B] for each sequence, all at `position` [1]. */
export function enterAt(table: JaxArray, token: JaxArray, position: JaxArray): Entered {
  const [length, vocabulary, columns] = table.shape as [number, number, number];
  const all = table.reshape([length * vocabulary, columns]);
  const found = np.take(all, position.mul(vocabulary).add(token), 0);
  const [rows, projections] = np.split(found, [columns / 4], 1);
  return { rows: rows!, projections: projections! };
}
