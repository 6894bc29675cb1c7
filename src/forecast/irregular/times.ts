/** When the steps of a series are: its stamps where these are irregular, else one step after the other. */
import type { SeriesFeatures } from "../features.ts";
import type { Ask } from "../member.ts";
import type { Stretch } from "../pool/residual-fan.ts";

/** Times of the history's steps and of the horizon. */
export function timesOf({ features, horizon }: Ask, length: number): Float64Array {
  return features?.[0]?.times ?? Float64Array.from({ length: length + horizon }, (_, t) => t);
}

/**
 * Errors grow with the time that has passed and not with the number of readings: as its square root, in units of what
 * so many readings take on average. Regular series need no such correction.
 */
export function stretchOf(features: readonly SeriesFeatures[] | undefined, horizon: number): Stretch {
  return (series, origin) => {
    const times = features?.[series]?.times;
    if (!times || origin < 2) return undefined;
    const distance = meanDistance(times.subarray(0, origin));
    return Float64Array.from({ length: horizon }, (_, t) => {
      const elapsed = (times[origin + t]! - times[origin - 1]!) / distance / (t + 1);
      return Math.sqrt(Math.min(100, Math.max(0.01, elapsed)));
    });
  };
}

/** Readings from which on one distance that is most of their span tells nothing of the others. */
const enoughReadings = 10;

/** The mean distance of readings; without the widest where that is most of the whole time, such as a sensor that was off. */
function meanDistance(times: Float64Array): number {
  const span = times.at(-1)! - times[0]!;
  let widest = 0;
  for (let k = 1; k < times.length; k++) widest = Math.max(widest, times[k]! - times[k - 1]!);
  return times.length >= enoughReadings && 2 * widest > span
    ? (span - widest) / (times.length - 2)
    : span / (times.length - 1);
}
