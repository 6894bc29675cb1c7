/** All heads come out of one matrix, [policy | backward | flow], because one product is cheaper than three. */
import { np } from "../engine/index.ts";
import type { JaxArray } from "../engine/index.ts";
import type { HeadOutputs, ModelShape } from "./model.ts";

/** Columns of the joint output. */
export const headWidth = ({ actionCount, backwardCount }: ModelShape): number =>
  actionCount + backwardCount + 1;

export function splitHeads(joint: JaxArray, { actionCount, backwardCount }: ModelShape): HeadOutputs {
  const [policy, backward, flow] = np.split(joint, [actionCount, actionCount + backwardCount], 1) as [
    JaxArray,
    JaxArray,
    JaxArray,
  ];
  return { policy, backward, logFlow: flow.reshape([flow.shape[0]!]) };
}
