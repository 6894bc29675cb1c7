/**
 * A pre-norm transformer over tokens: embedding, positions, blocks of self-attention and feed-forward with residuals, and
 * a final norm unless its user wants rows as they are. It turns tokens into rows of features and knows nothing of policies, flows or beginnings: what a token
 * stands for and what is read off the rows is its user's business.
 *
 * `encode` gives all positions in one pass. Causal, row `t` depends on tokens `0 … t` alone, so what stands behind a
 * sequence's end changes nothing before it and a padded batch gives the numbers of each sequence alone. `step` gives one
 * more position from the keys and values of the earlier ones, and equals `encode` there.
 */
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { attend, attendCached, attendCausally, paddingMask, writtenMask } from "./attention.ts";
import { afterAttention, projected, queriesKeysValues } from "./block.ts";
import { encodeShared } from "./encode-shared.ts";
import type { LaterPositions, SharedRows } from "./encode-shared.ts";
import { additive, embed, last, treeOf } from "./ends.ts";
import type { TransformerTree } from "./ends.ts";
import { enterAt, entersByTable, entrances } from "./entrances.ts";
import type { Entered } from "./entrances.ts";
import { resolveTransformer } from "./options.ts";
import type { TransformerOptions, TransformerSizes } from "./options.ts";
import { firstRows, rotaryTables, rotate, rowAt } from "./positions.ts";
import type { PrefixTree } from "./prefix-tree.ts";

/** One new position: what it becomes, and its keys and values for the cache. */
export interface TransformerStep {
  /** [B, width]. */
  readonly row: JaxArray;
  /** Keys and values of each block in turn, [B, heads, columns] each. */
  readonly fresh: readonly JaxArray[];
}

/** What holds for a whole sequence. */
interface Condition {
  /** Added to the embedding of every token of a sequence, [B, width]. */
  readonly condition?: JaxArray | undefined;
}

export interface Transformer {
  readonly name: string;
  readonly sizes: TransformerSizes;
  readonly tree: TransformerTree;
  /**
   * Tokens [T, B] int32 to rows [T·B, width]. Causal unless `lengths` [B] int32 are given: then every position sees the
   * whole of its sequence and nothing of its padding.
   */
  encode(
    parameters: ArraysOf<TransformerTree>,
    tokens: JaxArray,
    options?: { readonly lengths?: JaxArray } & Condition,
  ): JaxArray;
  /**
   * Rows of all beginnings in a tree, and of positions behind them where those are given, as `encode` has them: in sequences
   * that begin alike, equal rows are computed once. Not with rotary positions.
   */
  encodeShared(
    parameters: ArraysOf<TransformerTree>,
    beginnings: PrefixTree,
    later?: LaterPositions,
  ): SharedRows;
  /** What steps of so many sequences look up instead of computing it at each, where that is better and they have no condition. */
  entrances(parameters: ArraysOf<TransformerTree>, sequences: number): JaxArray | undefined;
  /**
   * The next token [B] int32 at `position` [1] int32 beside keys and values of each block in turn, [B, heads, S, columns]
   * each, of which the first `position` are read. They are separate arrays because cutting them out of one would copy all
   * of the past at every step. `entrances` are those of the same parameters, where there are any.
   */
  step(
    parameters: ArraysOf<TransformerTree>,
    given: {
      readonly token: JaxArray;
      readonly position: JaxArray;
      readonly cache: readonly JaxArray[];
      readonly entrances?: JaxArray | undefined;
    } & Condition,
  ): TransformerStep;
}

/** A transformer for ids 0 … vocabulary − 1 at positions 0 … length − 1. */
export function transformer(
  shape: { readonly vocabulary: number; readonly length: number },
  options: TransformerOptions = {},
): Transformer {
  const sizes = resolveTransformer(shape, options);
  const { layers, width, heads, columns, positions, length } = sizes;
  return {
    name: `transformer ${layers}×${width}`,
    sizes,
    tree: treeOf(sizes),
    encode(parameters, tokens, { lengths, condition } = {}) {
      const [time, batch] = tokens.shape as [number, number];
      let rows = placed(parameters, sizes, tokens, condition);
      const mask = lengths && paddingMask(lengths, time);
      const turns = positions === "rotary" ? rotaryTables(length, columns) : undefined;
      const turn = (x: JaxArray): JaxArray =>
        turns
          ? rotate(x, {
              cos: firstRows(turns.cos.ref, time).reshape([time, 1, 1, columns]),
              sin: firstRows(turns.sin.ref, time).reshape([time, 1, 1, columns]),
            })
          : x;
      for (const block of Object.values(parameters.blocks)) {
        const [q, k, v] = queriesKeysValues(projected(block, rows.ref), [time, batch, heads, columns]);
        const mixed = mask ? attend(turn(q), turn(k), v, mask.ref) : attendCausally(turn(q), turn(k), v);
        rows = afterAttention(block, rows, mixed);
      }
      return last(parameters, rows);
    },
    encodeShared: (parameters, beginnings, later) => encodeShared(parameters, sizes, beginnings, later),
    entrances: (parameters, sequences) =>
      entersByTable(sizes, sequences) ? entrances(parameters, sizes) : undefined,
    step(parameters, { token, position, cache, condition, entrances: table }) {
      const batch = token.shape[0]!;
      const cached = cache[0]!.shape[2]!;
      const entered: Pick<Entered, "rows"> & Partial<Entered> = table
        ? enterAt(table, token, position.ref)
        : { rows: placedAt(parameters, sizes, token, position.ref, condition) };
      let { rows } = entered;
      const turns = positions === "rotary" ? rotaryTables(length, columns) : undefined;
      const here = turns && {
        cos: rowAt(turns.cos, position.ref),
        sin: rowAt(turns.sin, position.ref),
      };
      const turn = (x: JaxArray): JaxArray =>
        here ? rotate(x, { cos: here.cos.ref, sin: here.sin.ref }) : x;
      const mask = writtenMask(position, cached);
      const fresh: JaxArray[] = [];
      for (const [i, block] of Object.values(parameters.blocks).entries()) {
        const known = i === 0 ? entered.projections : undefined;
        const [query, key, v] = queriesKeysValues(known ?? projected(block, rows.ref), [
          batch,
          heads,
          columns,
        ]);
        const [q, k] = [turn(query), turn(key)];
        fresh.push(k.ref, v.ref);
        const seen = { keys: cache[2 * i]!, values: cache[2 * i + 1]!, mask: mask.ref };
        rows = afterAttention(block, rows, attendCached({ q, k, v }, seen));
      }
      return { row: last(parameters, rows), fresh };
    },
  };
}

/** Embeddings of tokens [T, B], each at its position, as rows t·B + b. */
function placed(
  parameters: ArraysOf<TransformerTree>,
  sizes: TransformerSizes,
  tokens: JaxArray,
  condition: JaxArray | undefined,
): JaxArray {
  const [time, batch] = tokens.shape as [number, number];
  const { width, vocabulary } = sizes;
  const rows = embed(parameters, tokens.reshape([time * batch]), vocabulary);
  const [scales, places] = [parameters.places["scale"], additive(parameters, sizes)];
  if (!places && !condition) return rows;
  let steps = rows.reshape([time, batch, width]);
  if (scales) steps = steps.mul(firstRows(scales, time).reshape([time, 1, width]));
  if (places) steps = steps.add(firstRows(places, time).reshape([time, 1, width]));
  if (condition) steps = steps.add(condition);
  return steps.reshape([time * batch, width]);
}

/** The same for one token [B] of each sequence, all at `position` [1]. */
function placedAt(
  parameters: ArraysOf<TransformerTree>,
  sizes: TransformerSizes,
  token: JaxArray,
  position: JaxArray,
  condition: JaxArray | undefined,
): JaxArray {
  let rows = embed(parameters, token, sizes.vocabulary);
  const [scales, places] = [parameters.places["scale"], additive(parameters, sizes)];
  if (scales) rows = rows.mul(rowAt(scales, position.ref));
  if (places) rows = rows.add(rowAt(places, position.ref));
  return condition ? rows.add(condition) : rows;
}
