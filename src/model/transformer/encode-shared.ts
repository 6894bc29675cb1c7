/**
 * Equal beginnings once. Over V letters at most V^t of the rows at position t differ, however many sequences there are: at
 * eight positions of 32 sequences over four letters 181 of 256. So rows are those of all short beginnings, and behind them
 * those of each sequence, which looks the keys and values of its beginning up. Whatever acts row by row acts on them all at
 * once.
 */
import { np } from "../../engine/jax.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { attend, attendCausally } from "./attention.ts";
import { afterAttention, projected } from "./block.ts";
import { additive, embed, last } from "./ends.ts";
import type { TransformerTree } from "./ends.ts";
import type { TransformerSizes } from "./options.ts";
import { rowsAt } from "./positions.ts";
import type { PrefixTree } from "./prefix-tree.ts";

/** The positions of B sequences from the depth of a tree on. */
export interface LaterPositions {
  /** The token just before each, int32 [T, B]. */
  readonly tokens: JaxArray;
  /** Rows of beginnings [N, C], then of these positions [T·B, C], to those of all positions of each sequence. */
  readonly spread: (beginnings: JaxArray, later: JaxArray) => JaxArray;
}

export interface SharedRows {
  /** [N + T·B, width]: of beginnings by number, then of later positions. */
  readonly rows: JaxArray;
  /** Keys and values of the beginnings at each block in turn, [N, heads, columns] each. */
  readonly kept: readonly JaxArray[];
}

export function encodeShared(
  parameters: ArraysOf<TransformerTree>,
  sizes: TransformerSizes,
  beginnings: PrefixTree,
  later?: LaterPositions,
): SharedRows {
  const { heads, columns, width } = sizes;
  const { count } = beginnings;
  let rows = placed(parameters, sizes, beginnings, later);
  const kept: JaxArray[] = [];
  for (const block of Object.values(parameters.blocks)) {
    const joint = projected(block, rows.ref);
    const [ofTree, ofLater] = later ? np.split(joint, [count], 0) : [joint];
    const [q, k, v] = np.split(ofTree!.ref, 3, 1).map((part) => part.reshape([count, 1, heads, columns]));
    for (const array of [k!, v!]) kept.push(array.ref.reshape([count, heads, columns]));
    const mask = np.array(beginnings.mask, { shape: [count, count] });
    let mixed = attend(q!, k!, v!, mask);
    if (later) {
      const [time, batch] = later.tokens.shape as [number, number];
      const [, ofBeginnings] = np.split(ofTree!, [width], 1);
      const [asking, own] = np.split(ofLater!, [width], 1);
      const seen = np
        .split(later.spread(ofBeginnings!, own!), 2, 1)
        .map((part) => part.reshape([beginnings.depth + time, batch, heads, columns]));
      const queries = asking!.reshape([time, batch, heads, columns]);
      mixed = np.concatenate([mixed, attendCausally(queries, seen[0]!, seen[1]!)], 0);
    }
    rows = afterAttention(block, rows, mixed);
  }
  return { rows: last(parameters, rows), kept };
}

/** Embeddings of all rows, each at its position. */
function placed(
  parameters: ArraysOf<TransformerTree>,
  sizes: TransformerSizes,
  { tokens, levels, depth }: PrefixTree,
  later: LaterPositions | undefined,
): JaxArray {
  const ids = np.array(tokens);
  const [time, batch] = (later?.tokens.shape ?? [0, 0]) as [number, number];
  const all = later ? np.concatenate([ids, later.tokens.ref.reshape([time * batch])], 0) : ids;
  const behind = Array.from({ length: time * batch }, (_, i) => depth + Math.floor(i / batch));
  const positions = [...levels, ...behind];
  const rows = embed(parameters, all, sizes.vocabulary);
  const [scales, places] = [parameters.places["scale"], additive(parameters, sizes)];
  const scaled = scales ? rows.mul(rowsAt(scales, positions)) : rows;
  return places ? scaled.add(rowsAt(places, positions)) : scaled;
}
