/**
 * How often a series is measured, by the names pandas users know (`h`, `D`, `W`, `MS`, `15min`), guessed from the
 * stamps or given; with the seasonal periods that usually go with it. Months, quarters and years are stepped through
 * on the calendar, everything else by a constant distance.
 */
import { WindageError } from "../../error.ts";
import type { TimeKind } from "./parse-time.ts";

export interface Frequency {
  readonly name: string;
  /** Seasonal periods, ascending; [1] where none is usual. */
  readonly periods: readonly number[];
  /** The stamp `count` steps after another. */
  after(time: number, count: number): number;
  /** How many steps lie between two stamps; not whole where one is off the grid. */
  between(from: number, to: number): number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The frequency with this name. */
export function frequencyOf(name: string): Frequency {
  const match = /^(\d*)([A-Za-z]+)(?:-[A-Z]{3})?$/.exec(name.trim());
  const count = match && match[1] !== "" ? Number(match[1]) : 1;
  const unit = match?.[2] ?? "";
  const months = { MS: 1, M: 1, ME: 1, QS: 3, Q: 3, QE: 3, YS: 12, Y: 12, YE: 12, A: 12, AS: 12 }[unit];
  if (months !== undefined && count >= 1) return monthly(name, months * count, !unit.endsWith("S"));
  const distance = { s: 1000, S: 1000, min: minute, T: minute, h: hour, H: hour, D: day, B: day, W: 7 * day }[
    unit
  ];
  // Every second weekday is no step that we know.
  if (distance !== undefined && count >= 1 && !(unit === "B" && count > 1)) {
    return unit === "B" ? businessDays(name) : evenly(name, distance * count, periodsOf(distance * count));
  }
  throw new WindageError(
    "forecast/unknown-frequency",
    `frequency: got ${JSON.stringify(name)}, expected one such as 15min, h, D, B, W, MS, QS or YS.`,
  );
}

/** Steps of a constant distance. */
export function evenly(name: string, distance: number, periods: readonly number[] = [1]): Frequency {
  return {
    name,
    periods,
    after: (time, count) => time + count * distance,
    between: (from, to) => (to - from) / distance,
  };
}

function periodsOf(distance: number): readonly number[] {
  if (distance < hour)
    return [Math.round(day / distance), Math.round((7 * day) / distance)].filter((p) => p <= 2000);
  if (distance < day) return [Math.round(day / distance), Math.round((7 * day) / distance)];
  if (distance === day) return [7];
  if (distance === 7 * day) return [52];
  return [1];
}

/** The day of the month stays where it is; with `atEnd` a last day stays the last, also after a shorter month. */
function monthly(name: string, months: number, atEnd: boolean): Frequency {
  const index = (time: number): number => {
    const date = new Date(time);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  return {
    name,
    periods: [months < 12 && 12 % months === 0 ? 12 / months : 1],
    after: (time, count) => {
      const date = new Date(time);
      const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count * months, 1);
      const next = new Date(first);
      const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
      const wanted = atEnd && isLastDay(time) ? last : Math.min(date.getUTCDate(), last);
      return first + (wanted - 1) * day + timeOfDay(time);
    },
    between: (from, to) => (index(to) - index(from)) / months,
  };
}

/** 0 is Monday; 1970-01-01 was a Thursday, and days before it count too. */
export function weekdayOf(time: number): number {
  const days = Math.floor(time / day) + 3;
  return days - 7 * Math.floor(days / 7);
}

function timeOfDay(time: number): number {
  return time - Math.floor(time / day) * day;
}

/** Whether a stamp is on the last day of its month. */
function isLastDay(time: number): boolean {
  return new Date(time + day).getUTCDate() === 1;
}

/** Monday to Friday. */
function businessDays(name: string): Frequency {
  const index = (time: number): number => {
    const days = Math.floor(time / day) + 3;
    return Math.floor(days / 7) * 5 + Math.min(weekdayOf(time), 5);
  };
  return {
    name,
    periods: [5],
    after: (time, count) => {
      const target = index(time) + count;
      const weeks = Math.floor(target / 5);
      return (weeks * 7 + (target - weeks * 5) - 3) * day + timeOfDay(time);
    },
    between: (from, to) => index(to) - index(from),
  };
}

/** A guess with the share of steps that fit it. */
export interface FrequencyGuess {
  readonly frequency: Frequency;
  readonly share: number;
}

/** Guesses from ascending stamps of several series. */
export function guessFrequency(series: readonly (readonly number[])[], kind: TimeKind): FrequencyGuess {
  const exact = withoutDust(series, kind);
  const gaps = series
    .flatMap((times) => times.slice(1).map((time, i) => exact(time - times[i]!)))
    .filter((gap) => gap > 0);
  if (gaps.length === 0)
    return { frequency: kind === "number" ? evenly("1", 1) : frequencyOf("D"), share: 1 };
  const { common, share } = commonDistance(gaps);
  if (kind === "number") return { frequency: evenly(String(common), common), share };
  // Ends of months are told apart from a day that some months do not have.
  const names = series.flat().every(isLastDay) ? ["ME", "QE", "YE"] : ["MS", "QS", "YS"];
  const onOneDay = names[0] === "ME" || sameDayOfMonth(series);
  const smallest = gaps.reduce((least, gap) => Math.min(least, gap));
  const calendar = names.map(frequencyOf).find((frequency, i) => {
    const around = [30.4, 91.3, 365.2][i]! * day;
    const isNear = (distance: number): boolean => Math.abs(distance - around) < 0.1 * around;
    if (isNear(common) && fits(series, frequency) > 0.9) return true;
    // Months that are missing make no other steps of those that are there.
    return onOneDay && isNear(smallest) && hasWholeSteps(series, frequency);
  });
  if (calendar) return { frequency: calendar, share: onOneDay ? 1 : fits(series, calendar) };
  const weekdays = series.flat().every((time) => weekdayOf(time) < 5);
  if (common === day && weekdays && gaps.length >= 10)
    return { frequency: frequencyOf("B"), share: fits(series, frequencyOf("B")) };
  return { frequency: evenly(nameOf(common), common, periodsOf(common)), share };
}

/**
 * Distances of numbers such as 0.1, 0.2, 0.3 differ in their last binary digits and nowhere else: they are rounded to what
 * the largest time can tell apart. Milliseconds are whole.
 */
function withoutDust(series: readonly (readonly number[])[], kind: TimeKind): (gap: number) => number {
  if (kind !== "number") return (gap) => gap;
  const largest = series.flat().reduce((most, time) => Math.max(most, Math.abs(time)), Number.MIN_VALUE);
  const digits = Math.min(100, Math.floor(-Math.log10(4 * Number.EPSILON * largest)));
  return digits <= 0 ? (gap) => gap : (gap) => Number(gap.toFixed(digits));
}

/** The most common distance; the smallest where all are whole multiples of that and not of the most common. */
function commonDistance(gaps: readonly number[]): { common: number; share: number } {
  const counts = new Map<number, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  // Of two that are as common the smaller one, of which the other may be a multiple.
  const [common, count] = [...counts].reduce((best, entry) =>
    entry[1] > best[1] || (entry[1] === best[1] && entry[0] < best[0]) ? entry : best,
  );
  const smallest = gaps.reduce((least, gap) => Math.min(least, gap));
  const divides = (distance: number): boolean => gaps.every((gap) => gap % distance === 0);
  // 0.3 is three times 0.1 too, though no binary fraction is.
  if (gaps.every((gap) => isNearlyWhole(gap / common))) return { common, share: 1 };
  // What occurs once among others is not common: three readings may be irregular too.
  if (count === 1) return { common, share: 0 };
  // One stray reading among regular ones is a mistake to be told, and no reason for a finer grid.
  return count < gaps.length / 2 && divides(smallest)
    ? { common: smallest, share: 1 }
    : { common, share: count / gaps.length };
}

function isNearlyWhole(ratio: number): boolean {
  return Math.abs(ratio - Math.round(ratio)) < 1e-9;
}

function fits(series: readonly (readonly number[])[], frequency: Frequency): number {
  let good = 0;
  let all = 0;
  for (const times of series) {
    for (let i = 1; i < times.length; i++) {
      all++;
      if (frequency.between(times[i - 1]!, times[i]!) === 1) good++;
    }
  }
  return good / all;
}

function sameDayOfMonth(series: readonly (readonly number[])[]): boolean {
  const first = new Date(series.flat()[0]!).getUTCDate();
  return series.flat().every((time) => new Date(time).getUTCDate() === first);
}

/** Whether every stamp is one step or several after the one before. */
function hasWholeSteps(series: readonly (readonly number[])[], frequency: Frequency): boolean {
  return series.every((times) =>
    times.slice(1).every((time, i) => {
      const steps = frequency.between(times[i]!, time);
      return steps >= 1 && Number.isInteger(steps);
    }),
  );
}

function nameOf(distance: number): string {
  for (const [unit, size] of [
    ["W", 7 * day],
    ["D", day],
    ["h", hour],
    ["min", minute],
    ["s", 1000],
  ] as const) {
    if (distance % size === 0) return `${distance === size ? "" : distance / size}${unit}`;
  }
  return `${distance}ms`;
}
