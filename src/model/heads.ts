/** All heads come out of one matrix, [policy | backward | flow], because one product is cheaper than three. */
import { np } from "../engine/index.ts";
import type { JaxArray } from "../engine/index.ts";
import type { Head, HeadOutputs, ModelShape } from "./model.ts";

/** The heads of a model of this shape. */
export type StateHead = Exclude<Head, "dynamics">;

export function headsOf({ backwardCount }: ModelShape): readonly StateHead[] {
  return backwardCount === 0 ? ["policy", "flow"] : ["policy", "backward", "flow"];
}

/** Columns of the joint output. */
export const headWidth = ({ actionCount, backwardCount }: ModelShape): number =>
  actionCount + backwardCount + 1;

export function splitHeads(joint: JaxArray, features: JaxArray, shape: ModelShape): HeadOutputs {
  const { actionCount, backwardCount, flowStart } = shape;
  const cuts = backwardCount === 0 ? [actionCount] : [actionCount, actionCount + backwardCount];
  const pieces = np.split(joint, cuts, 1);
  const flow = pieces.at(-1)!;
  const learned = flow.reshape([flow.shape[0]!]);
  return {
    policy: pieces[0]!,
    logFlow: flowStart ? learned.add(np.matmul(features, np.array(flowStart))) : learned,
    ...(backwardCount === 0 ? {} : { backward: pieces[1]! }),
  };
}
