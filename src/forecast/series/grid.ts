/** Puts readings on a regular grid of times: missing steps become NaN, readings off the grid are an error or, for irregular series, interpolated. */
import { WindageError } from "../../error.ts";
import { evenly } from "./frequency.ts";
import type { Frequency } from "./frequency.ts";
import { formatTime } from "./parse-time.ts";
import type { Clock, TimeKind } from "./parse-time.ts";

export interface Reading {
  readonly time: number;
  readonly value: number;
  /** The line it stands in, where it is from a file. */
  readonly line?: number;
  /** Numbers of the feature columns; NaN where there is none. */
  readonly features?: readonly number[];
}

/**
 * One series: `values[k]` belongs to the time `k` steps after `start`, or to `times[k]` where readings are irregular; NaN
 * where nothing was measured. Features may go on after the last value.
 */
export interface Series {
  readonly id: string;
  readonly start: number;
  readonly values: Float64Array;
  readonly times?: Float64Array;
  /** The step from which each value was known, where values are interpolated: that of the reading its line leads to. */
  readonly knownFrom?: Int32Array;
  /** Feature columns, step by step. */
  readonly features?: readonly Float64Array[];
}

/** The time of a step, also of one after the end. */
export function timeAt({ start, times }: Series, frequency: Frequency, step: number): number {
  if (!times) return frequency.after(start, step);
  return times[step] ?? frequency.after(times.at(-1)!, step - times.length + 1);
}

/** A line of the file and the column of times, for messages. */
export type Where = (line: number | undefined) => string;

/** Gaps of this many steps in all are filled whatever the file; more only where the readings are not far fewer. */
const freeGaps = 10_000;
const mostGapsPerReading = 100;

/** Readings by ascending time, duplicates averaged; says how many there were. */
export function inOrder(readings: readonly Reading[]): { readings: Reading[]; duplicates: number } {
  const sorted = [...readings].sort((a, b) => a.time - b.time);
  const result: Reading[] = [];
  let duplicates = 0;
  // Values of the present time; a row without one has no part in the mean.
  let count = 0;
  for (const reading of sorted) {
    const last = result.at(-1);
    const isKnown = !Number.isNaN(reading.value);
    if (last?.time !== reading.time) {
      result.push(reading);
      count = Number(isKnown);
      continue;
    }
    duplicates++;
    count += Number(isKnown);
    const mean = count === 1 ? reading.value : last.value + (reading.value - last.value) / count;
    result[result.length - 1] = { ...reading, value: isKnown ? mean : last.value };
  }
  return { readings: result, duplicates };
}

/** Every reading at its step; NaN in between. */
export function onGrid(
  id: string,
  readings: readonly Reading[],
  frequency: Frequency,
  clock: Clock,
  where: Where,
): Series {
  const start = readings[0]!.time;
  const steps = readings.map(({ time }) => frequency.between(start, time));
  const off = steps.findIndex((step) => Math.abs(step - Math.round(step)) > 1e-6);
  if (off >= 0) {
    const which = formatTime(readings[off]!.time, clock);
    const local =
      clock.zone === "UTC" && frequency.after(0, 1) >= 86_400_000
        ? " Days and longer steps of a local clock need --timezone."
        : "";
    throw new WindageError(
      "forecast/off-grid",
      `${where(readings[off]!.line)}: got the time ${which} of series ${JSON.stringify(id)}, which is not a whole number of steps of ${frequency.name} after ${formatTime(start, clock)}; expected a regular series. Give --freq (a finer one if you did), or mend that time.${local}`,
    );
  }
  const twice = steps.findIndex((step, i) => i > 0 && Math.round(step) === Math.round(steps[i - 1]!));
  if (twice >= 0) {
    const [one, other] = [readings[twice - 1]!, readings[twice]!].map(({ time }) => formatTime(time, clock));
    throw new WindageError(
      "forecast/too-coarse",
      `${where(readings[twice]!.line)}: got the times ${one} and ${other} of series ${JSON.stringify(id)} in one step of ${frequency.name}, expected one reading per step. Give a finer --freq, or sum or average the rows of a step first.`,
    );
  }
  const length = Math.round(steps.at(-1)!) + 1;
  refuseEmptiness(id, readings, length, frequency, clock, where);
  const at = steps.map(Math.round);
  return { id, start, ...columnsAt(readings, at, length) };
}

/** Values and features at their steps. With features, rows after the last value are the future, not gaps. */
function columnsAt(
  readings: readonly Reading[],
  at: readonly number[],
  length: number,
): Pick<Series, "values" | "features"> {
  const values = new Float64Array(length).fill(NaN);
  readings.forEach(({ value }, i) => (values[at[i]!] = value));
  const count = readings[0]?.features?.length ?? 0;
  if (count === 0) return { values };
  const features = Array.from({ length: count }, (_, column) => {
    const numbers = new Float64Array(length).fill(NaN);
    readings.forEach(({ features: row }, i) => (numbers[at[i]!] = row![column]!));
    return numbers;
  });
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  return { values: last < 0 ? values : values.subarray(0, last + 1), features };
}

/** Every reading is a step, whatever the time between them; those without a value are left out, but for the last ones. */
export function asRead(id: string, readings: readonly Reading[]): Series {
  const last = readings.findLastIndex(({ value }) => !Number.isNaN(value));
  if (last < 0) return { id, start: readings[0]!.time, values: Float64Array.of(NaN) };
  const used = readings.filter(({ value, features }, i) => !Number.isNaN(value) || (features && i > last));
  return {
    id,
    start: used[0]!.time,
    times: Float64Array.from(used, ({ time }) => time),
    ...columnsAt(
      used,
      used.map((_, i) => i),
      used.length,
    ),
  };
}

/** One wrong year makes a grid of millions of steps out of a small file; the widest gap tells where it is. */
function refuseEmptiness(
  id: string,
  readings: readonly Reading[],
  length: number,
  frequency: Frequency,
  clock: Clock,
  where: Where,
): void {
  if (length - readings.length <= Math.max(freeGaps, mostGapsPerReading * readings.length)) return;
  let widest = 1;
  for (let i = 1; i < readings.length; i++) {
    const gap = (at: number): number => readings[at]!.time - readings[at - 1]!.time;
    if (gap(i) > gap(widest)) widest = i;
  }
  const [before, after] = [readings[widest - 1]!, readings[widest]!].map(({ time }) =>
    formatTime(time, clock),
  );
  throw new WindageError(
    "forecast/mostly-gaps",
    `${where(readings[widest]!.line)}: got ${readings.length} readings of series ${JSON.stringify(id)} for ${length} steps of ${frequency.name}, nothing between ${before} and ${after}; expected a series without such gaps. Mend a mistyped time, or give a coarser --freq.`,
  );
}

/** The frequency irregular series are resampled at: the median distance of their readings. */
export function medianFrequency(times: readonly (readonly number[])[], kind: TimeKind): Frequency {
  const gaps = times.flatMap((list) => list.slice(1).map((time, i) => time - list[i]!)).sort((a, b) => a - b);
  const distance = gaps[Math.floor(gaps.length / 2)] || 1;
  return evenly(
    `every ${kind === "number" ? Number(distance.toPrecision(4)) : durationOf(distance)}`,
    distance,
  );
}

/** A distance for people, such as 2.5 h. */
function durationOf(distance: number): string {
  const [size, unit] = (
    [
      [86_400_000, "days"],
      [3_600_000, "h"],
      [60_000, "min"],
      [1000, "s"],
    ] as const
  ).find(([least]) => distance >= least) ?? [1, "ms"];
  return `${Number((distance / size).toPrecision(3))} ${unit}`;
}

/** Readings interpolated on straight lines to steps of a frequency, ending at the last reading. */
export function interpolated(
  id: string,
  readings: readonly Reading[],
  frequency: Frequency,
  clock: Clock,
  file: string,
): Series {
  const known = readings.filter(({ value }) => !Number.isNaN(value));
  if (known.length === 0) return { id, start: readings[0]!.time, values: Float64Array.of(NaN) };
  const end = known.at(-1)!.time;
  const length = Math.floor(frequency.between(known[0]!.time, end)) + 1;
  const where: Where = (line) => (line === undefined ? file : `${file}, line ${line}`);
  refuseEmptiness(id, known, length, frequency, clock, where);
  const start = frequency.after(end, 1 - length);
  const knownFrom = new Int32Array(length);
  let at = 0;
  const values = Float64Array.from({ length }, (_, k) => {
    const time = frequency.after(start, k);
    while (at < known.length - 2 && known[at + 1]!.time < time) at++;
    const [left, right] = [known[at]!, known[at + 1] ?? known[at]!];
    const share = right.time === left.time ? 0 : (time - left.time) / (right.time - left.time);
    // Readings on the grid are there but for the last binary digits.
    knownFrom[k] = share > 0 ? Math.max(k, Math.ceil(frequency.between(start, right.time) - 1e-9)) : k;
    return left.value + Math.min(1, Math.max(0, share)) * (right.value - left.value);
  });
  return { id, start, values, knownFrom };
}
