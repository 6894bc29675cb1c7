/** Everything that training learns, by name: the policy, and where there are any, the noise model and heads that predict. */
import type { ParameterTree } from "../../engine/parameters/parameters.ts";
import type { TrainerOptions } from "../setup/options.ts";

export function parameterTrees({
  model,
  dynamics,
  lookAhead,
}: Pick<TrainerOptions, "model" | "dynamics" | "lookAhead">): Readonly<Record<string, ParameterTree>> {
  return {
    policy: model.tree,
    ...(dynamics.mode === "learned" ? { dynamics: dynamics.model.tree } : {}),
    ...(lookAhead ? { ahead: lookAhead.model.tree } : {}),
  };
}
