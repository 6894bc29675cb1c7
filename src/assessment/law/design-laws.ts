/**
 * Laws of samplers that never see what comes of their intentions, on a table of sequences of one length: a policy over
 * prefixes of designs has a law of designs, and the noise applied to that, letter by letter, is the law of what is made.
 * Its limit is that of any law of designs, which is never better than the limit with feedback.
 */
import { tokenKernel } from "../../environment/noise/token-kernel.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { exactLaw } from "../../evaluation/law/exact-law.ts";
import { noiseKernel, stickyKernel } from "../../evaluation/law/kernel.ts";
import { openLoopLimit } from "../../evaluation/limit/open-loop-limit.ts";
import { targetLaw } from "../../evaluation/law/log-z.ts";
import { openLoopLaw } from "../../evaluation/law/kronecker.ts";
import type { OpenLoopLimit } from "../../evaluation/limit/open-loop-limit.ts";
import type { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import type { Laws } from "./laws.ts";
import { policyByPrefix, scoredSequences } from "./sequence-laws.ts";
import { computing } from "../take-steps.ts";
import type { StepsOptions } from "../take-steps.ts";
import type { World } from "../world.ts";

/** Near enough for four digits. */
const closeEnough = 1e-5;
const mostSteps = 200;

/** `table` is what `tableOf` found. */
export function designLaws(world: World, table: TableLandscape, { onProgress }: StepsOptions = {}): Laws {
  const { environment } = world;
  const letters = asSequences(environment)!.alphabet.size;
  const kernel = noiseKernel(letters, tokenKernel(environment)!);
  const asIntended = stickyKernel(letters, 0);
  const scored = scoredSequences(world, table);
  const { logReward } = scored;
  const limitOf = (direction: "reverse" | "forward"): OpenLoopLimit => {
    onProgress?.(`${computing(direction)} without feedback`);
    return openLoopLimit(logReward, kernel, direction, { gap: closeEnough, maxSteps: mostSteps });
  };
  return {
    ...scored,
    limit: limitOf("reverse"),
    forwardLimit: limitOf("forward"),
    naiveLaw: openLoopLaw(targetLaw(logReward), kernel),
    lawOf: (policy) =>
      openLoopLaw(exactLaw(policyByPrefix(policy, letters, table.space.length), asIntended), kernel),
  };
}
