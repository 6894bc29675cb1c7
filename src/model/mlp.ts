/** Dense layers over rows: the building block of the other models. */
import { heNormal, zeros } from "../engine/parameters/initialisers.ts";
import { nn, np } from "../engine/jax.ts";
import { parameter } from "../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec } from "../engine/parameters/parameters.ts";
import type { Initialiser } from "../engine/parameters/initialisers.ts";
import type { JaxArray } from "../engine/jax.ts";

export interface DenseLayer {
  readonly [name: string]: ParameterSpec;
  readonly weight: ParameterSpec;
  readonly bias: ParameterSpec;
}

export type MlpTree = Readonly<Record<string, DenseLayer>>;

/** One layer of `outputs` units on `inputs`. */
export function denseLayer(inputs: number, outputs: number, initialise: Initialiser = heNormal): DenseLayer {
  return { weight: parameter([inputs, outputs], initialise), bias: parameter([outputs], zeros) };
}

/** Layers of the given widths; the last is linear and starts as `last` says. */
export function mlpTree(widths: readonly number[], last: Initialiser): MlpTree {
  const layers = widths.slice(1).map((outputs, i) => {
    const isLast = i === widths.length - 2;
    return [`layer${i}`, denseLayer(widths[i]!, outputs, isLast ? last : heNormal)] as const;
  });
  return Object.fromEntries(layers);
}

/** x · weight + bias. */
export function dense(layer: ArraysOf<DenseLayer>, x: JaxArray): JaxArray {
  return np.matmul(x, layer.weight).add(layer.bias);
}

/** ReLU after every layer but the last. */
export function applyMlp(layers: ArraysOf<MlpTree>, x: JaxArray): JaxArray {
  return laterLayers(layers, dense(layers["layer0"]!, x));
}

/** All layers after the first, whose output is given; ReLU before each of them. */
export function laterLayers(layers: ArraysOf<MlpTree>, first: JaxArray): JaxArray {
  return Object.values(layers)
    .slice(1)
    .reduce((hidden, layer) => dense(layer, nn.relu(hidden)), first);
}
