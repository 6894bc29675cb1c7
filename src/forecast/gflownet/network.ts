/**
 * The conditional policy over futures, p(x|z): a transformer reads the context's patches once per window and gives z; a
 * second, causal one reads the tokens drawn so far, with z and what is known about each step added to them, and gives
 * the law of the next token. Each state has one parent, so likelihood is balance with the data's own law as reward.
 *
 * Ablations: a linear map instead of the first transformer, and a direct head that gives one number per step and sees
 * no tokens. Axes: H steps, B windows, K bins.
 */
import { lecunNormal, normal } from "../../engine/parameters/initialisers.ts";
import { nn, np } from "../../engine/jax.ts";
import type { ArraysOf, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { dense, denseLayer } from "../../model/mlp.ts";
import type { DenseLayer } from "../../model/mlp.ts";
import { transformer } from "../../model/transformer/transformer.ts";
import type { TransformerTree } from "../../model/transformer/ends.ts";
import type { Transformer } from "../../model/transformer/transformer.ts";
import type { Layout } from "./situation.ts";

export interface NetworkOptions {
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly encoder: "transformer" | "linear";
  /** Bins of a token, or 1 for a direct head. */
  readonly outputs: number;
}

export interface NetworkTree extends ParameterTree {
  readonly patch: DenseLayer;
  /** Empty where the encoder is linear. */
  readonly encoder: Readonly<Record<string, TransformerTree>>;
  readonly step: DenseLayer;
  readonly condition: DenseLayer;
  readonly policy: TransformerTree;
  readonly head: DenseLayer;
}

/** What is known of a batch of windows before anything is drawn. */
export interface WindowArrays {
  /** [patches, B, patch]. */
  readonly context: JaxArray;
  /** [B] int32. */
  readonly known: JaxArray;
  /** [H, B, features]. */
  readonly steps: JaxArray;
}

export interface Network {
  readonly layout: Layout;
  readonly options: NetworkOptions;
  readonly tree: NetworkTree;
  readonly policy: Transformer;
  /** What is added to the tokens of each step, [H, B, width]. */
  conditions(parameters: ArraysOf<NetworkTree>, windows: WindowArrays): JaxArray;
  /** Outputs [N, K] of rows [N, width] of the policy. */
  read(parameters: ArraysOf<NetworkTree>, rows: JaxArray): JaxArray;
  /** Outputs [H·B, K] after the tokens [H, B] that stand before each step; the first is `outputs`, the beginning. */
  outputs(parameters: ArraysOf<NetworkTree>, conditions: JaxArray, tokens: JaxArray): JaxArray;
}

export function networkOf(layout: Layout, options: NetworkOptions): Network {
  const { width, layers, heads, outputs } = options;
  const { horizon, patches, patch, features } = layout;
  const sizes = { width, layers, heads, inner: 2 * width };
  const encoder = transformer({ vocabulary: 1, length: patches }, sizes);
  const policy = transformer({ vocabulary: outputs + 1, length: horizon }, sizes);
  const isLinear = options.encoder === "linear";
  return {
    layout,
    options,
    policy,
    tree: {
      patch: denseLayer(isLinear ? patches * patch : patch, width, lecunNormal),
      encoder: isLinear ? {} : { patches: encoder.tree },
      step: denseLayer(features, 2 * width, lecunNormal),
      condition: denseLayer(2 * width, width, lecunNormal),
      policy: policy.tree,
      // A small last layer starts with the law of all tokens together, which is its bias.
      head: denseLayer(width, outputs, normal(0.01)),
    },
    conditions(parameters, { context, known, steps }) {
      const batch = context.shape[1]!;
      const z = isLinear
        ? dense(parameters.patch, context.transpose([1, 0, 2]).reshape([batch, patches * patch]))
        : readContext(parameters, context, known);
      const rows = nn.relu(dense(parameters.step, steps.reshape([horizon * batch, features])));
      const perStep = dense(parameters.condition, rows).reshape([horizon, batch, width]);
      return perStep.add(z.reshape([1, batch, width]));
    },
    read,
    outputs: (parameters, condition, tokens) =>
      read(parameters, policy.encode(parameters.policy, tokens, { condition })),
  };

  function read(parameters: ArraysOf<NetworkTree>, rows: JaxArray): JaxArray {
    return dense(parameters.head, rows);
  }

  /** Patches come as conditions of tokens that say nothing; the row of the most recent one has seen them all. */
  function readContext(parameters: ArraysOf<NetworkTree>, context: JaxArray, known: JaxArray): JaxArray {
    const batch = context.shape[1]!;
    const condition = dense(parameters.patch, context.reshape([patches * batch, patch]));
    const rows = encoder.encode(
      parameters.encoder["patches"]!,
      np.zeros([patches, batch], { dtype: np.int32 }),
      { lengths: known, condition: condition.reshape([patches, batch, width]) },
    );
    return np.split(rows, [batch], 0)[0]!;
  }
}
