/**
 * Refuses to train towards nothing, before anything is trained: where most random objects have the smallest reward there
 * is, or most of the target lies on what a file does not list, a sampler has nothing to climb, and the uniform law would be
 * reported as if it were a result. What was asked for to find out is kept with all other scores.
 */
import type { RandomObjects } from "../../assessment/learning/random-objects.ts";
import { WindageError } from "../../error.ts";
import type { Reward } from "../../landscape/reward.ts";
import { largeNumber } from "../../large-number.ts";
import type { OpenWorld } from "../../world/open-world.ts";
import { shareUnlisted } from "../../world/oracle/unlisted.ts";
import type { Wording } from "../../wording.ts";
import { taskOf } from "../../world/task/registry.ts";
import { shellWord } from "../../shell-word.ts";
import type { ExperimentConfig } from "./config.ts";

/** What is aimed at, and what is only assumed of it. */
type Aim = Pick<OpenWorld, "reward" | "unlisted">;

/**
 * Throws `run/flat-rewards` where more than half of the rewards lie at the floor, no score is above 0, or most of the target
 * lies on most sequences, those that a file does not list.
 */
export function refuseFlatRewards(
  config: ExperimentConfig,
  aim: Aim,
  { scores }: Pick<RandomObjects, "scores">,
): void {
  // On some tasks most objects are worth little; that is what makes them tests.
  // Logarithms have no floor, and those of all objects may be negative.
  if (aim.reward.logarithmic) return;
  if (config.sparse || taskOf(config).sparse) return;
  refuseAtFloor(config, aim.reward, scores);
  const assumed = assumedTarget(config, aim);
  if (assumed === undefined) return;
  throw new WindageError(
    "run/flat-rewards",
    (say) =>
      `rewards: got ${assumed}, which all have one reward: a sampler comes near such a target by choosing at random, and would learn nothing of what was measured. To find new ones from measurements, use "windage design ${config.oracleCsv}", which predicts the others; or let them score less (${say("oracle.missing")}) or a larger ${say("reward.exponent")} set the best apart. If this target is meant, add ${say("sparse")}.`,
  );
}

/** How much of the target is only assumed, where that is most of it and of all sequences. */
function assumedTarget({ beta }: ExperimentConfig, { reward, unlisted }: Aim): string | undefined {
  // That all are worth the same was asked for then.
  if (unlisted === undefined || beta === 0 || unlisted.count <= unlisted.listed.length) return undefined;
  const share = shareUnlisted(reward, unlisted);
  if (share <= 1 / 2) return undefined;
  const percent = Math.min(99.9, Number((100 * share).toPrecision(3)));
  const { count, listed } = unlisted;
  return `${percent} % of the target on the ${largeNumber(count)} sequences that a file of ${largeNumber(listed.length)} does not list`;
}

function refuseAtFloor(config: ExperimentConfig, reward: Reward, scores: Float64Array): void {
  const floored = scores.filter((score) => reward.reward(score) <= reward.floor).length;
  const none = scores.every((score) => score <= 0);
  if (!none && floored <= scores.length / 2) return;
  const got = none
    ? `got scores of 0 and below for all ${scores.length} random objects (${range(scores)}), expected positive ones`
    : `got the smallest reward (${reward.floor}) for ${floored} of ${scores.length} random objects, expected a larger one for at least half`;
  throw new WindageError(
    "run/flat-rewards",
    (say) =>
      `rewards: ${got}: there is nothing to climb, and a sampler would learn nothing. ${advice(config, none)(say)} If good objects really are that rare, add ${say("sparse")}.`,
  );
}

/** What to say of an exponent that makes all rewards 1. */
export function uniformTarget({ beta }: Pick<ExperimentConfig, "beta">): readonly Wording[] {
  return beta === 0
    ? [
        (say) =>
          `${say("reward.exponent", 0)}: all rewards are 1, so the target is the uniform law, whatever the scores; give a larger one unless that is meant.`,
      ]
    : [];
}

/** What to say of --sparse: what it lets pass unseen, or that it changes nothing. */
export function notesOfSparse(
  config: ExperimentConfig,
  aim: Aim,
  random: Pick<RandomObjects, "scores">,
): readonly Wording[] {
  if (!config.sparse) return [];
  const assumed = assumedTarget(config, aim);
  if (assumed !== undefined)
    return [
      (say) =>
        `${say("sparse")}: there is ${assumed}; figures that look good may mean no more than that these come out alike.`,
    ];
  try {
    refuseFlatRewards({ ...config, sparse: false }, aim, random);
  } catch (error) {
    if (error instanceof WindageError) return [];
    throw error;
  }
  return [
    (say) =>
      `${say("sparse")}: has no effect, because most random objects have more than the smallest reward.`,
  ];
}

function advice(config: ExperimentConfig, none: boolean): Wording {
  const { oracleCsv, missing, utility, beta, floor } = config;
  if (oracleCsv !== null && missing !== "error") {
    return (say) =>
      `Most sequences are not in the file. To find new ones from measurements, use "windage design ${shellWord(oracleCsv)}", which predicts them; or give ${say("oracle.missing")} a number above what is listed as worthless, if that is what the others score.`;
  }
  if (oracleCsv !== null && utility === "given") {
    return (say) =>
      `Use ${say("oracle.utility", "rank")}, which suits any scores, and ${say("oracle.minimize")} if lower ones are better.`;
  }
  if (none) {
    return () =>
      "Rewards are powers of positive scores: let the program or module answer with something positive that rises with what you want, such as exp(−ΔG/RT), or a score minus the lowest there is.";
  }
  return (say) =>
    `Lower ${say("reward.exponent")} (now ${beta}) or ${say("reward.floor")} (now ${floor}), or let scores be larger.`;
}

function range(scores: Float64Array): string {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const score of scores) [low, high] = [Math.min(low, score), Math.max(high, score)];
  return low === high ? String(low) : `from ${low} to ${high}`;
}
