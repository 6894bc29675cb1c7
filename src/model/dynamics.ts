/**
 * The learned dynamics P̂(outcome | state, intention) for every intention at once: a perceptron over state and intention
 * beside a plain table from intention to outcome, so that noise that does not depend on the state is learned at once.
 */
import { heNormal, nn, normal, np, parameter, zeros } from "../engine/index.ts";
import type { ParameterSpec } from "../engine/index.ts";
import { dense, denseLayer } from "./mlp.ts";
import type { DenseLayer } from "./mlp.ts";
import type { DynamicsModel, ModelShape } from "./model.ts";

/** The sizes of a noise model. */
export interface DynamicsOptions {
  readonly hidden?: number;
}

interface DynamicsTree {
  readonly [name: string]: DenseLayer | ParameterSpec;
  /** From the state to hidden units. */
  readonly state: DenseLayer;
  /** What each intention adds to the hidden units. */
  readonly intention: ParameterSpec;
  readonly outcome: DenseLayer;
  /** Logits of each outcome for each intention, whatever the state. */
  readonly direct: ParameterSpec;
}

/** A perceptron from a state to the logits of every outcome under every intention. */
export function dynamicsModel(
  { featureCount, actionCount, outcomeCount }: ModelShape,
  { hidden = 32 }: DynamicsOptions = {},
): DynamicsModel<DynamicsTree> {
  return {
    name: `dynamics ${hidden}`,
    tree: {
      state: denseLayer(featureCount, hidden),
      intention: parameter([actionCount, hidden], heNormal),
      outcome: denseLayer(hidden, outcomeCount, normal(0.01)),
      direct: parameter([actionCount, outcomeCount], zeros),
    },
    apply: ({ state, intention, outcome, direct }, features) => {
      const rows = features.shape[0]!;
      const fromState = dense(state, features).reshape([rows, 1, hidden]);
      const joined = nn.relu(fromState.add(intention)).reshape([rows * actionCount, hidden]);
      const fromNetwork = dense(outcome, joined).reshape([rows, actionCount, outcomeCount]);
      return fromNetwork.add(direct);
    },
    applyTaken: ({ state, intention, outcome, direct }, features, taken) => {
      const meant = nn.oneHot(taken, actionCount);
      const hiddenUnits = nn.relu(dense(state, features).add(np.matmul(meant.ref, intention)));
      return dense(outcome, hiddenUnits).add(np.matmul(meant, direct));
    },
  };
}
