/** A word of warning where new scores are of another size than everything measured so far, as in another unit. */
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import { shellWord } from "../../shell-word.ts";
import { grouped } from "../../number-words.ts";

/** Orders come out better than what they were made from, but rarely by so much. */
const manyTimes = 50;
/** Of fewer scores a median says little. */
const fewest = 3;

/** What to say about scores that were told after others; undefined where there is nothing to. */
export function unitHint(
  told: readonly number[],
  before: readonly number[],
  project: string,
): string | undefined {
  if (Math.min(told.length, before.length) < fewest) return undefined;
  const size = (scores: readonly number[]): number =>
    sortedQuantile(Float64Array.from(scores, Math.abs).sort(), 0.5);
  const times = size(told) / size(before);
  if (!Number.isFinite(times) || times === 0 || (times < manyTimes && times > 1 / manyTimes))
    return undefined;
  const words = `${grouped(Math.round(times > 1 ? times : 1 / times))} times ${times > 1 ? "larger" : "smaller"}`;
  return `Caution: these scores are about ${words} than what was measured before. If they are in another unit, take them back with "windage design untell ${shellWord(project)}" and tell them in that of the other files.`;
}
