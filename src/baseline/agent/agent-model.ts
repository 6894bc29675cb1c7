/**
 * The network of a learning baseline, the same as a trainer would have: values start from the number of ways left times
 * the mean reward of a few random sequences, where the environment builds sequences of one length.
 */
import { dynamicsModel } from "../../model/dynamics.ts";
import type { Model, ModelShape } from "../../model/model.ts";
import { modelShape, stateModel } from "../../training/policy/state-model.ts";
import { startingFlow } from "../../training/policy/starting-flow.ts";
import { learningMemory } from "../../training/setup/memory.ts";
import type { MemoryEstimate } from "../../training/setup/memory-estimate.ts";
import type { BaselineSetup } from "../setup.ts";
import { startGenerator } from "./streams.ts";

export interface AgentModel {
  readonly model: Model;
  readonly shape: ModelShape;
  /** What the scorer had counted before anything was spent here. */
  readonly callsBefore: number;
}

/** How much of it there will be, so that memory can be spoken of before it is taken. */
export interface AgentSize {
  /** Networks of this kind that learn. */
  readonly networks: number;
  /** Trajectories per update. */
  readonly trajectories: number;
  /** Trajectories that are kept for replay. */
  readonly capacity: number;
  /** Entries of the backward policy; 0 without one. */
  readonly backwardCount?: number;
  /** Whether the noise is learned as well. */
  readonly learnsNoise?: boolean;
}

/** Asks the scorer for a few objects; they are counted like all others. */
export async function agentModel(setup: BaselineSetup, size: AgentSize): Promise<AgentModel> {
  const { environment, scorer, reward, model, seed } = setup;
  const { backwardCount = 0 } = size;
  setup.onMemory?.(memoryOf(setup, size));
  const callsBefore = scorer.calls;
  const flowStart = await startingFlow(environment, scorer, reward, startGenerator(seed));
  const shape = modelShape(environment, { backwardCount, ...(flowStart ? { flowStart } : {}) });
  return { model: stateModel(environment, model, shape), shape, callsBefore };
}

function memoryOf({ environment, model }: BaselineSetup, size: AgentSize): MemoryEstimate {
  const { networks, trajectories, capacity, backwardCount = 0, learnsNoise = false } = size;
  const shape = modelShape(environment, { backwardCount });
  const network = stateModel(environment, model, shape);
  return learningMemory({
    environment,
    models: Array.from({ length: networks }, () => network),
    noise: learnsNoise ? dynamicsModel(shape).tree : undefined,
    trajectories,
    capacity,
  });
}
