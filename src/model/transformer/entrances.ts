/**
 * What enters the first attention. Before it a row depends on its token and its position alone, so over V tokens there are
 * V different rows at each position, however many sequences are read. They are computed once, with the queries, keys and
 * values that the first block makes of them, and each sequence looks its own up. A condition, which is added to embeddings,
 * tells sequences apart before that; rotary positions act on queries and keys behind it.
 */
import { nn, np } from "../../engine/index.ts";
import type { ArraysOf, JaxArray } from "../../engine/index.ts";
import { manyRows, projected } from "./block.ts";
import { additive } from "./ends.ts";
import type { TransformerTree } from "./ends.ts";
import type { TransformerSizes } from "./options.ts";
import { firstRows } from "./positions.ts";

/** Rows before the first block, [N, width], and what it makes of them, [N, 3·width]. */
export interface Entered {
  readonly rows: JaxArray;
  readonly projections: JaxArray;
}

/** Whether rows of so many sequences are better looked up than computed. */
export function entersByTable({ positions, vocabulary }: TransformerSizes, sequences: number): boolean {
  return positions !== "rotary" && 2 * vocabulary <= sequences;
}

/** The rows of all tokens at the first `time` positions and their projections side by side, [time, V, 4·width]. */
export function entrances(
  parameters: ArraysOf<TransformerTree>,
  sizes: TransformerSizes,
  time: number,
): JaxArray {
  const { vocabulary, width } = sizes;
  const [first] = Object.values(parameters.blocks);
  const byPosition = (table: JaxArray): JaxArray => firstRows(table, time).reshape([time, 1, width]);
  const tokens = parameters.embedding.reshape([1, vocabulary, width]);
  const [scales, places] = [parameters.places["scale"], additive(parameters, sizes)!];
  const placed = (scales ? tokens.mul(byPosition(scales)) : tokens).add(byPosition(places));
  const rows = placed.reshape([time * vocabulary, width]);
  const joint = np.concatenate([rows.ref, projected(first!, rows)], 1);
  return joint.reshape([time, vocabulary, 4 * width]);
}

/** Those of tokens [T, B], as rows t·B + b; a product with one-hots, whose gradient needs no scatter. */
export function enter(table: JaxArray, tokens: JaxArray): Entered {
  const [time, batch] = tokens.shape as [number, number];
  const [, vocabulary, columns] = table.shape as [number, number, number];
  const found = np.matmul(nn.oneHot(tokens, vocabulary).astype(np.float32), table);
  return apart(found.reshape([time * batch, columns]));
}

/** Those of one token [B] for each sequence, all at `position` [1]. */
export function enterAt(table: JaxArray, token: JaxArray, position: JaxArray): Entered {
  const [time, vocabulary, columns] = table.shape as [number, number, number];
  return apart(np.take(table.reshape([time * vocabulary, columns]), position.mul(vocabulary).add(token), 0));
}

/** Over fewer rows an update spends more on looking up than on computing them. */
export const worthEntering = (rows: number): boolean => rows >= manyRows;

function apart(joint: JaxArray): Entered {
  const [rows, projections] = np.split(joint, [joint.shape[1]! / 4], 1);
  return { rows: rows!, projections: projections! };
}
