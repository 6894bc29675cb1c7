/**
 * The learned dynamics P̂(outcome | state, intention): a perceptron over state and intention beside a plain table from
 * intention to outcome, so that noise that does not depend on the state is learned at once.
 */
import { nn, np, normal, parameter, zeros } from "../engine/index.ts";
import type { ParameterSpec } from "../engine/index.ts";
import { applyMlp, mlpTree } from "./mlp.ts";
import type { MlpTree } from "./mlp.ts";
import type { DynamicsModel, ModelShape } from "./model.ts";

export interface DynamicsOptions {
  readonly hidden?: number;
  readonly layers?: number;
}

export function dynamicsModel(
  { featureCount, actionCount, outcomeCount }: ModelShape,
  { hidden = 64, layers = 1 }: DynamicsOptions = {},
): DynamicsModel<{ mlp: MlpTree; direct: ParameterSpec }> {
  const widths = [featureCount + actionCount, ...Array.from({ length: layers }, () => hidden), outcomeCount];
  return {
    name: `dynamics ${layers}×${hidden}`,
    tree: { mlp: mlpTree(widths, normal(0.01)), direct: parameter([actionCount, outcomeCount], zeros) },
    apply: ({ mlp, direct }, features, intention) => {
      const meant = nn.oneHot(intention, actionCount);
      const joined = np.concatenate([features, meant.ref], 1);
      return applyMlp(mlp, joined).add(np.matmul(meant, direct));
    },
  };
}
