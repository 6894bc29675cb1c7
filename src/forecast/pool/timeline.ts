/**
 * When values come, on a clock that all series share, so that what is cut is cut at a time and not at a position: a series that
 * ends in June is judged in June, and nothing of others' November has a part in it.
 *
 * Models that learn from all series would have to learn anew at each cutoff there is. Where there are more than a few, cutoffs
 * are put into groups, and all of a group learn from what had come by the earliest of them.
 */

import type { SeriesTable } from "../series/read-series.ts";

/** The step of each series' first value on a common clock, or the stamps of its values. */
export type Timeline = readonly (number | Float64Array)[];

/** Fits of models that learn from all series in a window at most. */
const mostGroups = 4;
/** Cutoffs told apart when groups are made. */
const mostTimes = 64;

/** Series of a window, by their positions in it, and the time up to which all was known. */
export interface CutoffGroup {
  readonly until: number;
  readonly at: readonly number[];
}

/** When the values of a table come; nothing where it has no times, so that rows are counted from the end. */
export function timelineOf({ series, frequency, columns }: SeriesTable): Timeline | undefined {
  if (columns.time === undefined) return undefined;
  const first = series.reduce((least, { start }) => Math.min(least, start), Infinity);
  return series.map(({ start, times }) => times ?? frequency.between(first, start));
}

/** When a window's series were cut, and when what came of them had come. */
export interface WindowTimes {
  /** The time of the last step of each. */
  readonly ends: Float64Array;
  readonly groups: readonly CutoffGroup[];
  /** Whether they were cut at different times. */
  readonly differ: boolean;
}

/** The times of a window, from the histories before it. */
export function windowTimes(
  timeline: Timeline,
  series: readonly number[],
  before: readonly Float64Array[],
  horizon: number,
): WindowTimes {
  const cutoffs = series.map((i, at) => timeOfValue(timeline, i, before[at]!.length - 1));
  return {
    ends: Float64Array.from(series, (i, at) => timeOfValue(timeline, i, before[at]!.length + horizon - 1)),
    groups: cutoffGroups(cutoffs),
    differ: cutoffs.some((cutoff) => cutoff !== cutoffs[0]),
  };
}

/** The time of a value of a series. */
function timeOfValue(timeline: Timeline, series: number, position: number): number {
  const one = timeline[series]!;
  return typeof one === "number" ? one + position : one[position]!;
}

/** How many of the first `length` values of a series had come by a time. */
export function countUntil(timeline: Timeline, series: number, length: number, time: number): number {
  const one = timeline[series]!;
  if (typeof one === "number") return Math.min(length, Math.max(0, Math.floor(time - one + 1e-6) + 1));
  let [low, high] = [0, Math.min(length, one.length)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (one[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Groups of cutoffs, earliest first, with the least time lost between each cutoff and its group's earliest. */
function cutoffGroups(cutoffs: readonly number[]): CutoffGroup[] {
  const order = [...cutoffs.keys()].sort((a, b) => cutoffs[a]! - cutoffs[b]!);
  const times = fewTimes(order.map((at) => cutoffs[at]!));
  const firsts = bestFirsts(times);
  return firsts.map((first, g): CutoffGroup => {
    const until = times[first]!.time;
    const next = firsts[g + 1] === undefined ? Infinity : times[firsts[g + 1]!]!.time;
    return { until, at: order.filter((at) => cutoffs[at]! >= until && cutoffs[at]! < next) };
  });
}

interface Times {
  readonly time: number;
  readonly count: number;
}

/** Times with how many there are of each; of very many every so manieth, with what comes before the next. */
function fewTimes(sorted: readonly number[]): Times[] {
  const distinct = new Map<number, number>();
  for (const time of sorted) distinct.set(time, (distinct.get(time) ?? 0) + 1);
  const all = [...distinct].map(([time, count]) => ({ time, count }));
  const step = Math.ceil(all.length / mostTimes);
  if (step === 1) return all;
  return all.flatMap(({ time }, i) =>
    i % step === 0 ? [{ time, count: all.slice(i, i + step).reduce((sum, one) => sum + one.count, 0) }] : [],
  );
}

/** Where groups begin: the best of all ways to cut the times into so many runs. */
function bestFirsts(times: readonly Times[]): number[] {
  const { length } = times;
  // least[i]: the cost of the times from i on, and where the groups in it begin.
  let least = Array.from({ length: length + 1 }, (_, i) => ({
    cost: i === length ? 0 : Infinity,
    firsts: [] as readonly number[],
  }));
  for (let group = 0; group < Math.min(mostGroups, length); group++) {
    least = least.map((known, i) => {
      let best = known;
      let cost = 0;
      for (let end = i + 1; end <= length; end++) {
        cost += times[end - 1]!.count * (times[end - 1]!.time - times[i]!.time);
        const whole = cost + least[end]!.cost;
        if (whole < best.cost) best = { cost: whole, firsts: [i, ...least[end]!.firsts] };
      }
      return best;
    });
  }
  return [...least[0]!.firsts];
}
