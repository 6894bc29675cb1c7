/**
 * What a file of scores does not list, and how much of a target lies there. All of it has one score, which somebody
 * assumed: where most of the target lies on it, a sampler comes near by choosing at random and learns nothing of what was
 * measured, however good the figures look.
 */
import type { Reward } from "../../landscape/reward.ts";
import type { Lengths } from "./complete-list.ts";

export interface Unlisted {
  /** How many sequences there are that the file does not list; may be infinite. */
  readonly count: number;
  /** What each of them scores. */
  readonly score: number;
  /** The scores of those that it lists. */
  readonly listed: Float64Array;
}

/** What a file leaves out of these sequences; nothing where it lists all of them, or others are refused. */
export function unlistedOf(
  scores: ReadonlyMap<string, number>,
  score: number | undefined,
  { alphabet, minLength, maxLength }: Lengths,
): { readonly unlisted?: Unlisted } {
  if (score === undefined) return {};
  const listed = [...scores].filter(([{ length }]) => length >= minLength && length <= maxLength);
  let size = 0;
  for (let length = minLength; length <= maxLength; length++) size += alphabet.length ** length;
  const count = size - listed.length;
  return count > 0
    ? { unlisted: { count, score, listed: Float64Array.from(listed, ([, each]) => each) } }
    : {};
}

/** The share of all rewards that lies on what is not listed. */
export function shareUnlisted(reward: Reward, { count, score, listed }: Unlisted): number {
  const within = listed.reduce((sum, each) => sum + reward.reward(each), 0);
  return 1 / (1 + within / (count * reward.reward(score)));
}
