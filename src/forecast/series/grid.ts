/** Puts readings on a regular grid of times: missing steps become NaN, readings off the grid are an error or, for irregular series, interpolated. */
import { WindageError } from "../../error.ts";
import { evenly } from "./frequency.ts";
import type { Frequency } from "./frequency.ts";
import { formatTime } from "./parse-time.ts";
import type { TimeKind } from "./parse-time.ts";

export interface Reading {
  readonly time: number;
  readonly value: number;
}

/** One series on its grid: `values[k]` belongs to the time `k` steps after `start`; NaN where nothing was measured. */
export interface Series {
  readonly id: string;
  readonly start: number;
  readonly values: Float64Array;
}

const mostSteps = 10_000_000;

/** Readings by ascending time, duplicates averaged; says how many there were. */
export function inOrder(readings: readonly Reading[]): { readings: Reading[]; duplicates: number } {
  const sorted = [...readings].sort((a, b) => a.time - b.time);
  const result: Reading[] = [];
  let duplicates = 0;
  let count = 1;
  for (const reading of sorted) {
    const last = result.at(-1);
    if (last?.time !== reading.time) {
      result.push(reading);
      count = 1;
      continue;
    }
    duplicates++;
    count++;
    const known = [last.value, reading.value].filter((value) => !Number.isNaN(value));
    const value = known.length < 2 ? (known[0] ?? NaN) : last.value + (reading.value - last.value) / count;
    result[result.length - 1] = { time: reading.time, value };
  }
  return { readings: result, duplicates };
}

/** Every reading at its step; NaN in between. */
export function onGrid(
  id: string,
  readings: readonly Reading[],
  frequency: Frequency,
  kind: TimeKind,
  file: string,
): Series {
  const start = readings[0]!.time;
  const steps = readings.map(({ time }) => frequency.between(start, time));
  const off = steps.findIndex((step) => Math.abs(step - Math.round(step)) > 1e-6);
  const length = Math.round(steps.at(-1)!) + 1;
  if (off >= 0 || length > mostSteps) {
    const which = formatTime(readings[Math.max(0, off)]!.time, kind);
    throw new WindageError(
      "forecast/off-grid",
      `${file}: got the time ${which} of series ${JSON.stringify(id)}, which is not a whole number of steps of ${frequency.name} after ${formatTime(start, kind)}; expected a regular series. Give --freq, or mend that time.`,
    );
  }
  const values = new Float64Array(length).fill(NaN);
  readings.forEach(({ value }, i) => (values[Math.round(steps[i]!)] = value));
  return { id, start, values };
}

/** The frequency irregular series are resampled at: the median distance of their readings. */
export function medianFrequency(times: readonly (readonly number[])[]): Frequency {
  const gaps = times.flatMap((list) => list.slice(1).map((time, i) => time - list[i]!)).sort((a, b) => a - b);
  const distance = gaps[Math.floor(gaps.length / 2)] || 1;
  return evenly(`every ${distance}`, distance);
}

/** Readings interpolated on straight lines to steps of a frequency, ending at the last reading. */
export function interpolated(id: string, readings: readonly Reading[], frequency: Frequency): Series {
  const known = readings.filter(({ value }) => !Number.isNaN(value));
  const end = known.at(-1)?.time ?? 0;
  const length = Math.floor(frequency.between(known[0]?.time ?? 0, end)) + 1;
  const start = frequency.after(end, 1 - length);
  let at = 0;
  const values = Float64Array.from({ length }, (_, k) => {
    const time = frequency.after(start, k);
    while (at < known.length - 2 && known[at + 1]!.time < time) at++;
    const [left, right] = [known[at]!, known[at + 1] ?? known[at]!];
    const share = right.time === left.time ? 0 : (time - left.time) / (right.time - left.time);
    return left.value + Math.min(1, Math.max(0, share)) * (right.value - left.value);
  });
  return { id, start, values };
}
