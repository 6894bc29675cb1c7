/** The parameters of a transformer, what enters its first block and what leaves its last. */
import { nn, np } from "../../engine/jax.ts";
import { normal } from "../../engine/parameters/initialisers.ts";
import { parameter } from "../../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { blockOf } from "./block.ts";
import type { Block } from "./block.ts";
import { layerNorm, layerNormOf } from "./layer-norm.ts";
import type { LayerNorm } from "./layer-norm.ts";
import type { TransformerSizes } from "./options.ts";
import { sinusoidalTable } from "./positions.ts";
import type { PositionKind } from "./positions.ts";

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

export function treeOf(sizes: TransformerSizes): TransformerTree {
  const { layers, width, vocabulary, length, positions, finalNorm } = sizes;
  return {
    embedding: parameter([vocabulary, width], normal(1)),
    places: Object.fromEntries(
      learnedPlaces[positions].map((name) => [name, parameter([length, width], normal(1))]),
    ),
    blocks: Object.fromEntries(Array.from({ length: layers }, (_, i) => [`block${i}`, blockOf(sizes)])),
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
export function last({ norms }: ArraysOf<TransformerTree>, rows: JaxArray): JaxArray {
  return norms["final"] ? layerNorm(norms["final"], rows) : rows;
}

/** Ids [N] to rows [N, width]; a product with one-hots, whose gradient needs no scatter. */
export function embed({ embedding }: ArraysOf<TransformerTree>, ids: JaxArray, vocabulary: number): JaxArray {
  return np.matmul(nn.oneHot(ids, vocabulary).astype(np.float32), embedding);
}

/** What is added to embeddings by position, [length, width]; nothing for rotary ones. */
export function additive(
  { places }: ArraysOf<TransformerTree>,
  sizes: TransformerSizes,
): JaxArray | undefined {
  if (sizes.positions === "sinusoidal") return sinusoidalTable(sizes.length, sizes.width);
  return places["learned"];
}
