/**
 * The learned dynamics P̂(outcome | state, intention) for every intention at once: a perceptron over state and intention
 * beside a plain table from intention to outcome, so that noise that does not depend on the state is learned at once.
 */
import { heNormal, nn, normal, np, parameter, zeros } from "../engine/index.ts";
import type { ParameterSpec } from "../engine/index.ts";
import { contextWeights, firstLayer, firstLayerReads } from "./first-layer.ts";
import type { ContextTree } from "./first-layer.ts";
import { dense, denseLayer } from "./mlp.ts";
import type { DenseLayer } from "./mlp.ts";
import type { DynamicsModel, ModelShape } from "./model.ts";
import { joinThoughts, thoughtReads, thoughtTree } from "./thoughts/join-thoughts.ts";
import type { ThoughtTree } from "./thoughts/join-thoughts.ts";
import type { ThoughtEncoder } from "./thoughts/thought-encoder.ts";

/** The sizes of a noise model. */
export interface DynamicsOptions {
  readonly hidden?: number;
  /** Reads the intentions before this one, where the process may remember them. */
  readonly thoughts?: ThoughtEncoder | undefined;
}

interface DynamicsTree {
  readonly [name: string]: DenseLayer | ParameterSpec | ContextTree | ThoughtTree;
  /** From the state to hidden units. */
  readonly state: DenseLayer;
  /** What each intention adds to the hidden units. */
  readonly intention: ParameterSpec;
  readonly outcome: DenseLayer;
  /** Logits of each outcome for each intention, whatever the state. */
  readonly direct: ParameterSpec;
  /** What a condition adds to the hidden units. */
  readonly context: ContextTree;
  /** What earlier intentions add to the hidden units. */
  readonly thoughts: ThoughtTree;
}

/** A perceptron from a state to the logits of every outcome under every intention. */
export function dynamicsModel(
  shape: ModelShape,
  { hidden = 32, thoughts: encoder }: DynamicsOptions = {},
): DynamicsModel<DynamicsTree> {
  const { featureCount, actionCount, outcomeCount } = shape;
  return {
    name: `dynamics ${hidden}`,
    reads: [...new Set([...firstLayerReads(shape), ...thoughtReads(encoder)])],
    tree: {
      state: denseLayer(featureCount, hidden),
      intention: parameter([actionCount, hidden], heNormal),
      outcome: denseLayer(hidden, outcomeCount, normal(0.01)),
      direct: parameter([actionCount, outcomeCount], zeros),
      context: contextWeights(shape, hidden),
      thoughts: thoughtTree(encoder, hidden),
    },
    apply: ({ state, intention, outcome, direct, context, thoughts }, inputs) => {
      const ofState = joinThoughts(encoder, thoughts, firstLayer(state, inputs, shape, context), inputs);
      const rows = ofState.shape[0]!;
      const joined = nn.relu(ofState.reshape([rows, 1, hidden]).add(intention));
      const fromNetwork = dense(outcome, joined.reshape([rows * actionCount, hidden]));
      return fromNetwork.reshape([rows, actionCount, outcomeCount]).add(direct);
    },
    applyTaken: ({ state, intention, outcome, direct, context, thoughts }, inputs, taken) => {
      const meant = nn.oneHot(taken, actionCount);
      const ofState = joinThoughts(encoder, thoughts, firstLayer(state, inputs, shape, context), inputs);
      const hiddenUnits = nn.relu(ofState.add(np.matmul(meant.ref, intention)));
      return dense(outcome, hiddenUnits).add(np.matmul(meant, direct));
    },
  };
}
