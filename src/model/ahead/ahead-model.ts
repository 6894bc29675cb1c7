/**
 * Heads that predict: p_j(c|s_t) of the j-th letter from here, j = 1 … k, where j = 1 is the very next one. A perceptron of
 * its own over what was built, so that predicting changes nothing about the policy.
 */
import { nn } from "../../engine/jax.ts";
import { normal } from "../../engine/parameters/initialisers.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { type ContextTree, contextWeights, firstLayer, firstLayerReads } from "../first-layer.ts";
import { dense, denseLayer } from "../mlp.ts";
import type { DenseLayer } from "../mlp.ts";
import type { ModelInputs, ModelShape, StateInput } from "../model.ts";

/** How far heads look, and how large their network is. */
export interface AheadOptions {
  /** Letters ahead, k. */
  readonly steps: number;
  readonly hidden?: number;
}

/** From the state and its condition to hidden units, and from those to all heads at once. */
export type AheadTree = {
  readonly state: DenseLayer;
  readonly context: ContextTree;
  readonly ahead: DenseLayer;
};

/** A network with one head per letter ahead. */
export interface AheadModel {
  readonly name: string;
  readonly steps: number;
  readonly tree: AheadTree;
  readonly reads: readonly StateInput[];
  /** Logits over outcomes for every letter ahead, [N, k, outcomes]. */
  apply(parameters: ArraysOf<AheadTree>, inputs: ModelInputs): JaxArray;
}

export function aheadModel(shape: ModelShape, { steps, hidden = 128 }: AheadOptions): AheadModel {
  const { featureCount, outcomeCount } = shape;
  return {
    name: `ahead ${steps} of ${hidden}`,
    steps,
    reads: firstLayerReads(shape),
    tree: {
      state: denseLayer(featureCount, hidden),
      context: contextWeights(shape, hidden),
      ahead: denseLayer(hidden, steps * outcomeCount, normal(0.01)),
    },
    apply: ({ state, context, ahead }, inputs) =>
      dense(ahead, nn.relu(firstLayer(state, inputs, shape, context))).reshape([-1, steps, outcomeCount]),
  };
}
