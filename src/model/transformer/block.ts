/** One pre-norm block without its attention: what it is made of, its projections, and the perceptron behind them. */
import { heNormal, lecunNormal, normal } from "../../engine/parameters/initialisers.ts";
import { nn, np } from "../../engine/jax.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { dense, denseLayer } from "../mlp.ts";
import type { DenseLayer } from "../mlp.ts";
import { layerNorm, layerNormOf, normed } from "./layer-norm.ts";
import type { LayerNorm } from "./layer-norm.ts";
import type { TransformerSizes } from "./options.ts";

export interface Block {
  readonly [name: string]: DenseLayer | LayerNorm;
  readonly norm1: LayerNorm;
  /** Queries, keys and values side by side, because one product is cheaper than three. */
  readonly qkv: DenseLayer;
  readonly mix: DenseLayer;
  readonly norm2: LayerNorm;
  readonly up: DenseLayer;
  readonly down: DenseLayer;
}

export function blockOf({ layers, width, inner }: TransformerSizes): Block {
  // Residual branches start small enough that their sum over all layers keeps the size of one.
  const branch = normal(1 / Math.sqrt(2 * layers * width));
  return {
    norm1: layerNormOf(width),
    qkv: denseLayer(width, 3 * width, lecunNormal),
    mix: denseLayer(width, width, branch),
    norm2: layerNormOf(width),
    up: denseLayer(width, inner, heNormal),
    down: denseLayer(inner, width, branch),
  };
}

/** From so many rows on it is cheaper to change the weights of a layer than all of its rows. */
const manyRows = 1024;

/**
 * A dense layer of normed rows. Over many rows the scale s and the shift b of the norm become part of the layer, whose weights
 * are then s·W and whose bias is c + b·W: that takes five passes over the rows out of an update.
 */
function denseOfNormed(norm: ArraysOf<LayerNorm>, layer: ArraysOf<DenseLayer>, rows: JaxArray): JaxArray {
  if (rows.shape[0]! < manyRows) return dense(layer, layerNorm(norm, rows));
  const [inputs, outputs] = layer.weight.shape as [number, number];
  const weight = layer.weight.ref.mul(norm.scale.reshape([inputs, 1]));
  const shift = np.matmul(norm.shift.reshape([1, inputs]), layer.weight).reshape([outputs]);
  return dense({ weight, bias: layer.bias.add(shift) }, normed(rows));
}

/** Queries, keys and values of rows [N, width] side by side, [N, 3·width]. */
export function projected(block: ArraysOf<Block>, rows: JaxArray): JaxArray {
  return denseOfNormed(block.norm1, block.qkv, rows);
}

/** The same apart, each in the shape given. */
export function queriesKeysValues(
  projections: JaxArray,
  shape: readonly number[],
): [JaxArray, JaxArray, JaxArray] {
  return np.split(projections, 3, 1).map((part) => part.reshape([...shape])) as [
    JaxArray,
    JaxArray,
    JaxArray,
  ];
}

/** What follows attention: rows plus the values it mixed, and then plus a two-layer perceptron of them. */
export function afterAttention(block: ArraysOf<Block>, rows: JaxArray, mixed: JaxArray): JaxArray {
  const attended = rows.add(dense(block.mix, mixed));
  const hidden = nn.relu(denseOfNormed(block.norm2, block.up, attended.ref));
  return attended.add(dense(block.down, hidden));
}
