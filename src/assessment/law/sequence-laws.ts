/** The fast way to laws on a table of sequences of one length, under noise that is the same in every state. */
import { tokenKernel } from "../../environment/noise/token-kernel.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { exactLaw } from "../../evaluation/law/exact-law.ts";
import { naiveLaw } from "../../evaluation/law/naive-policy.ts";
import { noiseKernel } from "../../evaluation/law/kernel.ts";
import { limitForwardKlSteps } from "../../evaluation/limit/forward-kl-limit.ts";
import { limitReverseKlSteps } from "../../evaluation/limit/reverse-kl-limit.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import type { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { listStates } from "../../training/policy/state-list.ts";
import type { Laws } from "./laws.ts";
import { computing, takeSteps } from "../take-steps.ts";
import type { StepsOptions } from "../take-steps.ts";
import type { World } from "../world.ts";

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

/** All sequences with their scores, and their prefixes: what laws on a table begin with. */
export function scoredSequences(
  { environment, reward }: World,
  table: TableLandscape,
  like?: Pick<Laws, "objects" | "states">,
): Pick<Laws, "objects" | "scores" | "logReward" | "asked" | "states"> {
  const { symbols } = asSequences(environment)!.alphabet;
  const { length, size } = table.space;
  const space = new SequenceSpace(symbols, length);
  const objects = like?.objects ?? Array.from({ length: size }, (_, i) => space.sequenceAt(i));
  const sameOrder = symbols === table.space.alphabet;
  const scores = sameOrder ? table.table : Float64Array.from(objects, (object) => table.scoreOf(object));
  return {
    objects,
    scores,
    logReward: reward.logRewards(scores),
    asked: 0,
    states: like?.states ?? listStates(environment),
  };
}

/** `table` is what `tableOf` found. Objects are numbered as the environment numbers them, whatever order the table has. */
export async function sequenceLaws(
  world: World,
  table: TableLandscape,
  options: StepsOptions = {},
  like?: Pick<Laws, "objects" | "states">,
): Promise<Laws> {
  const letters = asSequences(world.environment)!.alphabet.size;
  const kernel = noiseKernel(letters, tokenKernel(world.environment)!);
  const scored = scoredSequences(world, table, like);
  const { logReward } = scored;
  return {
    ...scored,
    limit: await takeSteps(limitReverseKlSteps(logReward, kernel), computing("reverse"), options),
    forwardLimit: await takeSteps(limitForwardKlSteps(logReward, kernel), computing("forward"), options),
    naiveLaw: naiveLaw(logReward, kernel),
    lawOf: (policy) => exactLaw(policyByPrefix(policy, letters, table.space.length), kernel),
  };
}

/** A policy over all prefixes, [prefixes in order, letters], by their length. */
export function policyByPrefix(policy: Float64Array, letters: number, length: number): Float64Array[] {
  let before = 0;
  return Array.from({ length }, (_, depth) => {
    const rows = letters ** depth;
    const level = policy.subarray(before * letters, (before + rows) * letters);
    before += rows;
    return level;
  });
}
