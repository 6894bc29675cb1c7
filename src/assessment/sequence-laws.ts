/** The fast way to laws on a table of sequences of one length, under noise that is the same in every state. */
import { tokenKernel } from "../environment/index.ts";
import { exactLaw, limitForwardKl, limitReverseKl, naiveLaw, noiseKernel } from "../evaluation/index.ts";
import type { TableLandscape } from "../landscape/index.ts";
import { listStates } from "../training/index.ts";
import type { Laws } from "./laws.ts";
import type { World } from "./world.ts";

export function sequenceLaws({ environment, reward, ...world }: World): Laws {
  // Whoever chooses this way has looked at both: a table, and one kernel in every state.
  const landscape = world.landscape as TableLandscape;
  const { alphabet, length, size } = landscape.space;
  const letters = alphabet.length;
  const kernel = noiseKernel(letters, tokenKernel(environment)!);
  const logReward = reward.logRewards(landscape.table);
  return {
    objects: Array.from({ length: size }, (_, i) => landscape.space.sequenceAt(i)),
    scores: landscape.table,
    logReward,
    limit: limitReverseKl(logReward, kernel),
    forwardLimit: limitForwardKl(logReward, kernel),
    naiveLaw: naiveLaw(logReward, kernel),
    states: listStates(environment),
    lawOf(policy) {
      let before = 0;
      const byDepth = Array.from({ length }, (_, depth) => {
        const rows = letters ** depth;
        const level = policy.subarray(before * letters, (before + rows) * letters);
        before += rows;
        return level;
      });
      return exactLaw(byDepth, kernel);
    },
  };
}
