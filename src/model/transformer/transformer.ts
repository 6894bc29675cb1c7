/**
 * A pre-norm transformer over tokens: embedding, positions, blocks of self-attention and feed-forward with residuals, and
 * a final norm unless its user wants rows as they are. It turns tokens into rows of features and knows nothing of policies, flows or beginnings: what a token
 * stands for and what is read off the rows is its user's business.
 *
 * `encode` gives all positions in one pass. Causal, row `t` depends on tokens `0 … t` alone, so what stands behind a
 * sequence's end changes nothing before it and a padded batch gives the numbers of each sequence alone. `step` gives one
 * more position from the keys and values of the earlier ones, and equals `encode` there.
 */
import { heNormal, lecunNormal, nn, normal, np, parameter } from "../../engine/index.ts";
import type { ArraysOf, JaxArray, ParameterSpec } from "../../engine/index.ts";
import { dense, denseLayer } from "../mlp.ts";
import type { DenseLayer } from "../mlp.ts";
import { attend, attendCached, attendCausally, paddingMask, writtenMask } from "./attention.ts";
import { layerNorm, layerNormOf } from "./layer-norm.ts";
import type { LayerNorm } from "./layer-norm.ts";
import { resolveTransformer } from "./options.ts";
import type { TransformerOptions, TransformerSizes } from "./options.ts";
import { firstRows, rotaryTables, rotate, rowAt, sinusoidalTable } from "./positions.ts";
import type { PositionKind } from "./positions.ts";

interface Block {
  readonly [name: string]: DenseLayer | LayerNorm;
  readonly norm1: LayerNorm;
  /** Queries, keys and values side by side, because one product is cheaper than three. */
  readonly qkv: DenseLayer;
  readonly mix: DenseLayer;
  readonly norm2: LayerNorm;
  readonly up: DenseLayer;
  readonly down: DenseLayer;
}

/** The parameters of a transformer. */
export interface TransformerTree {
  readonly [name: string]: ParameterSpec | Readonly<Record<string, Block | LayerNorm | ParameterSpec>>;
  readonly embedding: ParameterSpec;
  /** `learned` and `scaled`: a row per position to add, `scaled` also one to multiply by; empty for the others. */
  readonly places: Readonly<Record<string, ParameterSpec>>;
  readonly blocks: Readonly<Record<string, Block>>;
  /** After the last block; empty where rows are left as they are. */
  readonly norms: Readonly<Record<string, LayerNorm>>;
}

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
   * The next token [B] int32 at `position` [1] int32 beside keys and values of each block in turn, [B, heads, S, columns]
   * each, of which the first `position` are read. They are separate arrays because cutting them out of one would copy all
   * of the past at every step.
   */
  step(
    parameters: ArraysOf<TransformerTree>,
    given: {
      readonly token: JaxArray;
      readonly position: JaxArray;
      readonly cache: readonly JaxArray[];
    } & Condition,
  ): TransformerStep;
}

/** A transformer for ids 0 … vocabulary − 1 at positions 0 … length − 1. */
export function transformer(
  shape: { readonly vocabulary: number; readonly length: number },
  options: TransformerOptions = {},
): Transformer {
  const sizes = resolveTransformer(shape, options);
  const { layers, width, heads, columns, positions, vocabulary, length } = sizes;
  return {
    name: `transformer ${layers}×${width}`,
    sizes,
    tree: treeOf(sizes),
    encode(parameters, tokens, { lengths, condition } = {}) {
      const [time, batch] = tokens.shape as [number, number];
      let rows = embed(parameters, tokens.reshape([time * batch]), vocabulary);
      const places = additive(parameters, sizes);
      const scales = parameters.places["scale"];
      if (places || condition) {
        let steps = rows.reshape([time, batch, width]);
        if (scales) steps = steps.mul(firstRows(scales, time).reshape([time, 1, width]));
        if (places) steps = steps.add(firstRows(places, time).reshape([time, 1, width]));
        if (condition) steps = steps.add(condition);
        rows = steps.reshape([time * batch, width]);
      }
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
        const [q, k, v] = queriesKeysValues(block, rows.ref, [time, batch, heads, columns]);
        const mixed = mask ? attend(turn(q), turn(k), v, mask.ref) : attendCausally(turn(q), turn(k), v);
        rows = rows.add(dense(block.mix, mixed));
        rows = feedForward(block, rows);
      }
      return last(parameters, rows);
    },
    step(parameters, { token, position, cache, condition }) {
      const batch = token.shape[0]!;
      const cached = cache[0]!.shape[2]!;
      let rows = embed(parameters, token, vocabulary);
      const places = additive(parameters, sizes);
      const scales = parameters.places["scale"];
      if (scales) rows = rows.mul(rowAt(scales, position.ref));
      if (places) rows = rows.add(rowAt(places, position.ref));
      if (condition) rows = rows.add(condition);
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
        const [query, key, v] = queriesKeysValues(block, rows.ref, [batch, heads, columns]);
        const [q, k] = [turn(query), turn(key)];
        fresh.push(k.ref, v.ref);
        const seen = { keys: cache[2 * i]!, values: cache[2 * i + 1]!, mask: mask.ref };
        rows = rows.add(dense(block.mix, attendCached({ q, k, v }, seen)));
        rows = feedForward(block, rows);
      }
      return { row: last(parameters, rows), fresh };
    },
  };
}

function treeOf(sizes: TransformerSizes): TransformerTree {
  const { layers, width, inner, vocabulary, length, positions, finalNorm } = sizes;
  // Residual branches start small enough that their sum over all layers keeps the size of one.
  const branch = normal(1 / Math.sqrt(2 * layers * width));
  const block = (): Block => ({
    norm1: layerNormOf(width),
    qkv: denseLayer(width, 3 * width, lecunNormal),
    mix: denseLayer(width, width, branch),
    norm2: layerNormOf(width),
    up: denseLayer(width, inner, heNormal),
    down: denseLayer(inner, width, branch),
  });
  return {
    embedding: parameter([vocabulary, width], normal(1)),
    places: Object.fromEntries(
      learnedPlaces[positions].map((name) => [name, parameter([length, width], normal(1))]),
    ),
    blocks: Object.fromEntries(Array.from({ length: layers }, (_, i) => [`block${i}`, block()])),
    norms: finalNorm ? { final: layerNormOf(width) } : {},
  };
}

/** What is learned of each position: rows to add, and rows to multiply by. */
const learnedPlaces: Readonly<Record<PositionKind, readonly ("learned" | "scale")[]>> = {
  learned: ["learned"],
  sinusoidal: [],
  rotary: [],
  scaled: ["learned", "scale"],
};

/** What leaves the last block. */
function last({ norms }: ArraysOf<TransformerTree>, rows: JaxArray): JaxArray {
  return norms["final"] ? layerNorm(norms["final"], rows) : rows;
}

/** Ids [N] to rows [N, width]; a product with one-hots, whose gradient needs no scatter. */
function embed({ embedding }: ArraysOf<TransformerTree>, ids: JaxArray, vocabulary: number): JaxArray {
  return np.matmul(nn.oneHot(ids, vocabulary).astype(np.float32), embedding);
}

/** What is added to embeddings by position, [length, width]; nothing for rotary ones. */
function additive({ places }: ArraysOf<TransformerTree>, sizes: TransformerSizes): JaxArray | undefined {
  if (sizes.positions === "sinusoidal") return sinusoidalTable(sizes.length, sizes.width);
  return places["learned"];
}

function queriesKeysValues(
  block: ArraysOf<Block>,
  rows: JaxArray,
  shape: readonly number[],
): [JaxArray, JaxArray, JaxArray] {
  const joint = dense(block.qkv, layerNorm(block.norm1, rows));
  return np.split(joint, 3, 1).map((part) => part.reshape([...shape])) as [JaxArray, JaxArray, JaxArray];
}

/** The second half of a block: rows plus a two-layer perceptron of them. */
function feedForward(block: ArraysOf<Block>, rows: JaxArray): JaxArray {
  const hidden = nn.relu(dense(block.up, layerNorm(block.norm2, rows.ref)));
  return rows.add(dense(block.down, hidden));
}
