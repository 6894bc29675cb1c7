/**
 * The network of a learning baseline, the same as a trainer would have: values start from the number of ways left times
 * the mean reward of a few random sequences, where the environment builds sequences of one length.
 */
import type { Model, ModelShape } from "../../model/index.ts";
import { modelShape, stateModel } from "../../training/index.ts";
import { startingFlow } from "../../training/policy/starting-flow.ts";
import type { BaselineSetup } from "../setup.ts";
import { startGenerator } from "./streams.ts";

export interface AgentModel {
  readonly model: Model;
  readonly shape: ModelShape;
  /** What the scorer had counted before anything was spent here. */
  readonly callsBefore: number;
}

/** Asks the scorer for a few objects; they are counted like all others. */
export async function agentModel(setup: BaselineSetup, backwardCount = 0): Promise<AgentModel> {
  const { environment, scorer, reward, model, seed } = setup;
  const callsBefore = scorer.calls;
  const flowStart = await startingFlow(environment, scorer, reward, startGenerator(seed));
  const shape = modelShape(environment, { backwardCount, ...(flowStart ? { flowStart } : {}) });
  return { model: stateModel(environment, model, shape), shape, callsBefore };
}
