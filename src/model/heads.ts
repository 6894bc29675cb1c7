/** All heads come out of one matrix, [policy | backward | flow], because one product is cheaper than three. */
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { tokenIds } from "./first-layer.ts";
import { isTrajectories } from "./model.ts";
import type { Head, HeadOutputs, Model, ModelInputs, ModelShape, StateInput, StepInputs } from "./model.ts";

/** The heads of a model of this shape. */
export type StateHead = Exclude<Head, "dynamics">;

export function headsOf({ backwardCount }: ModelShape): readonly StateHead[] {
  return backwardCount === 0 ? ["policy", "flow"] : ["policy", "backward", "flow"];
}

/** Columns of the joint output. */
export const headWidth = ({ actionCount, backwardCount }: ModelShape): number =>
  actionCount + backwardCount + 1;

/** What heads read of a state themselves: flows that start from a length have to know it. */
export function headReads({ flowStart }: ModelShape): readonly StateInput[] {
  return flowStart ? ["tokens"] : [];
}

export function splitHeads(joint: JaxArray, inputs: ModelInputs, shape: ModelShape): HeadOutputs {
  const heads = splitJoint(joint, shape);
  const { flowStart } = shape;
  if (!flowStart) return heads;
  return { ...heads, logFlow: heads.logFlow.add(startingFlow(flowStart, inputs, shape)) };
}

/** The same at one step of roll-outs. */
export function splitStepHeads(joint: JaxArray, { step }: StepInputs, shape: ModelShape): HeadOutputs {
  const heads = splitJoint(joint, shape);
  const { flowStart } = shape;
  if (!flowStart) return heads;
  return { ...heads, logFlow: heads.logFlow.add(startingFlowAt(flowStart, step)) };
}

/** The same for a model that knows nothing of where flows start. */
export function withFlowStart(model: Model, shape: ModelShape & { readonly flowStart: Float32Array }): Model {
  const { flowStart } = shape;
  const { stepwise } = model;
  // Taken before the model is asked, which may use up what it is given.
  const added = (start: JaxArray, heads: HeadOutputs): HeadOutputs => ({
    ...heads,
    logFlow: heads.logFlow.add(start),
  });
  return {
    ...model,
    reads: Array.from(new Set([...model.reads, ...headReads(shape)])),
    apply(parameters, inputs) {
      const start = startingFlow(flowStart, inputs, shape);
      return added(start, model.apply(parameters, inputs));
    },
    ...(stepwise && {
      stepwise: {
        ...stepwise,
        step(parameters, inputs) {
          const start = startingFlowAt(flowStart, inputs.step);
          const { heads, ...rest } = stepwise.step(parameters, inputs);
          return { ...rest, heads: added(start, heads) };
        },
      },
    }),
  };
}

/** The same without what flows start from. */
export function splitJoint(joint: JaxArray, { actionCount, backwardCount }: ModelShape): HeadOutputs {
  const cuts = backwardCount === 0 ? [actionCount] : [actionCount, actionCount + backwardCount];
  const pieces = np.split(joint, cuts, 1);
  const flow = pieces.at(-1)!;
  return {
    policy: pieces[0]!,
    logFlow: flow.reshape([flow.shape[0]!]),
    ...(backwardCount === 0 ? {} : { backward: pieces[1]! }),
  };
}

/** Where log F starts at one step, int32 [1]. */
function startingFlowAt(flowStart: Float32Array, step: JaxArray): JaxArray {
  return np.take(np.array(Float32Array.from(flowStart)), step.ref, 0);
}

/** Where log F starts, [N], by the number of tokens. Those that have ended are not asked for theirs. */
function startingFlow(flowStart: Float32Array, inputs: ModelInputs, { sequence }: ModelShape): JaxArray {
  if (isTrajectories(inputs)) {
    const { levels, size } = inputs;
    return np.array(
      Float32Array.from({ length: levels * size }, (_, row) => flowStart[Math.floor(row / size)]!),
    );
  }
  const isToken = np.less(inputs.tokens!.ref, tokenIds(sequence!)).astype(np.int32);
  return np.take(np.array(Float32Array.from(flowStart)), np.sum(isToken, 1), 0);
}
