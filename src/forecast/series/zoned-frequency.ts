/**
 * Steps of a day and longer in the clock of a zone. Midnight follows midnight there after 23, 24 or 25 hours, and a month
 * begins on its first day by that clock; shorter steps are times that really pass, so nothing is done to them.
 */
import { guessFrequency } from "./frequency.ts";
import type { Frequency, FrequencyGuess } from "./frequency.ts";
import { clockInstant, wallClock } from "./parse-time.ts";
import type { Clock } from "./parse-time.ts";

const day = 86_400_000;

/** The frequency as the clock of a zone counts it. */
export function inZone(frequency: Frequency, { timeKind, zone }: Clock): Frequency {
  if (zone === undefined || timeKind !== "instant" || frequency.after(0, 1) < day) return frequency;
  return {
    ...frequency,
    after: (time, count) => clockInstant(frequency.after(wallClock(time, zone), count), zone),
    between: (from, to) => frequency.between(wallClock(from, zone), wallClock(to, zone)),
  };
}

/** A guess from instants: days and longer by the clock of their zone, shorter steps by the time that passes. */
export function guessInZone(series: readonly (readonly number[])[], clock: Clock): FrequencyGuess {
  const { timeKind, zone } = clock;
  const guess = guessFrequency(series, timeKind);
  if (zone === undefined || timeKind !== "instant") return guess;
  const byClock = guessFrequency(
    series.map((times) => times.map((time) => wallClock(time, zone))),
    timeKind,
  );
  const frequency = inZone(byClock.frequency, clock);
  return frequency === byClock.frequency ? guess : { frequency, share: byClock.share };
}
