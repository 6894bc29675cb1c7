/**
 * The learned dynamics P̂(outcome | state, intention) for every intention at once: a perceptron over state and intention
 * beside a plain table from intention to outcome, so that noise that does not depend on the state is learned at once.
 */
import { heNormal, normal, zeros } from "../engine/parameters/initialisers.ts";
import { nn, np } from "../engine/jax.ts";
import { parameter } from "../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import { contextWeights, firstLayer, firstLayerReads } from "./first-layer.ts";
import type { ContextTree } from "./first-layer.ts";
import { dense, denseLayer } from "./mlp.ts";
import type { DenseLayer } from "./mlp.ts";
import type { DynamicsModel, ModelInputs, ModelShape } from "./model.ts";
import { sharedPrefixes } from "./shared-prefixes.ts";
import type { SharedPrefixes } from "./shared-prefixes.ts";
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

/** A network for the noise: a perceptron from a state to the logits of every outcome under every intention. */
export function dynamicsModel(
  shape: ModelShape,
  { hidden = 32, thoughts: encoder }: DynamicsOptions = {},
): DynamicsModel<DynamicsTree> {
  const { featureCount, actionCount, outcomeCount } = shape;
  /** Hidden units before any intention, [N, hidden]. */
  const ofStates = ({ state, context, thoughts }: ArraysOf<DynamicsTree>, inputs: ModelInputs): JaxArray =>
    joinThoughts(encoder, thoughts, firstLayer(state, inputs, shape, context), inputs);
  /** States that are the same are asked about once, where no thoughts tell them apart. */
  const sharedStates = (inputs: ModelInputs): SharedPrefixes | undefined =>
    encoder ? undefined : sharedPrefixes(inputs, shape, actionCount * outcomeCount);
  /** Logits from there, [N, actions, outcomes]. */
  const ofIntentions = (
    { intention, outcome, direct }: ArraysOf<DynamicsTree>,
    states: JaxArray,
  ): JaxArray => {
    const rows = states.shape[0]!;
    const joined = nn.relu(states.reshape([rows, 1, hidden]).add(intention));
    const fromNetwork = dense(outcome, joined.reshape([rows * actionCount, hidden]));
    return fromNetwork.reshape([rows, actionCount, outcomeCount]).add(direct);
  };
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
    apply: (parameters, inputs) => ofIntentions(parameters, ofStates(parameters, inputs)),
    applyTaken: (parameters, inputs, taken) => {
      const { intention, outcome, direct } = parameters;
      const meant = nn.oneHot(taken, actionCount);
      const shared = sharedStates(inputs);
      const states = shared
        ? np.take(dense(parameters.state, shared.features), shared.rows, 0)
        : ofStates(parameters, inputs);
      const hiddenUnits = nn.relu(states.add(np.matmul(meant.ref, intention)));
      return dense(outcome, hiddenUnits).add(np.matmul(meant, direct));
    },
    logOfOutcome: (parameters, inputs, happened) => {
      const shared = sharedStates(inputs);
      const states = shared ? dense(parameters.state, shared.features) : ofStates(parameters, inputs);
      const rows = states.shape[0]!;
      const log = np.swapaxes(nn.logSoftmax(ofIntentions(parameters, states)), 1, 2);
      const row = (shared?.rows ?? np.arange(rows).astype(np.int32)).mul(outcomeCount).add(happened);
      return np.take(log.reshape([rows * outcomeCount, actionCount]), row, 0);
    },
  };
}
