/** The fast way to laws on a table of sequences of one length, under noise that is the same in every state. */
import { asSequences, tokenKernel } from "../environment/index.ts";
import {
  exactLaw,
  limitForwardKlSteps,
  limitReverseKlSteps,
  naiveLaw,
  noiseKernel,
} from "../evaluation/index.ts";
import { SequenceSpace } from "../landscape/index.ts";
import type { TableLandscape } from "../landscape/index.ts";
import { listStates } from "../training/index.ts";
import type { Laws } from "./laws.ts";
import { computing, takeSteps } from "./take-steps.ts";
import type { StepsOptions } from "./take-steps.ts";
import type { World } from "./world.ts";

/** The table of a world that this way is for; null for any other world. */
export function tableOf({
  environment,
  landscape,
}: Pick<World, "environment" | "landscape">): TableLandscape | null {
  const letters = asSequences(environment)?.alphabet.symbols;
  if (!landscape.enumerable || letters === undefined || !environment.enumeration) return null;
  const { alphabet, length } = landscape.space;
  const sameLetters = Array.from(letters).toSorted().join("") === Array.from(alphabet).toSorted().join("");
  if (!sameLetters || length !== environment.maxSteps || tokenKernel(environment) === null) return null;
  return landscape;
}

/** `table` is what `tableOf` found. Objects are numbered as the environment numbers them, whatever order the table has. */
export async function sequenceLaws(
  { environment, reward }: World,
  table: TableLandscape,
  options: StepsOptions = {},
): Promise<Laws> {
  const { symbols } = asSequences(environment)!.alphabet;
  const { length, size } = table.space;
  const letters = symbols.length;
  const space = new SequenceSpace(symbols, length);
  const objects = Array.from({ length: size }, (_, i) => space.sequenceAt(i));
  const sameOrder = symbols === table.space.alphabet;
  const scores = sameOrder ? table.table : Float64Array.from(objects, (object) => table.scoreOf(object));
  const kernel = noiseKernel(letters, tokenKernel(environment)!);
  const logReward = reward.logRewards(scores);
  return {
    objects,
    scores,
    logReward,
    asked: 0,
    limit: await takeSteps(limitReverseKlSteps(logReward, kernel), computing("reverse"), options),
    forwardLimit: await takeSteps(limitForwardKlSteps(logReward, kernel), computing("forward"), options),
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
