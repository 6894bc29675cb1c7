/**
 * What is known of a series besides its values: columns of numbers aligned with its steps. Those known beforehand (a
 * planned price, a holiday, the hour of the day, the time since the last reading) reach past the end of the history;
 * the others end with it. Whoever hands features to a member cuts them first, so that it sees nothing it may not know.
 * A number that is missing is NaN, and counts as the mean of what was known before.
 */
import { WindageError } from "../error.ts";

/** Features of one series. */
export interface SeriesFeatures {
  /** Known for the steps ahead too: at least history + horizon numbers in each column. */
  readonly known: readonly Float64Array[];
  /** Known up to the origin: at least as many numbers as the history. */
  readonly past: readonly Float64Array[];
  /** Stamps of the steps, ascending, where these are not one step apart; as far as `known`. */
  readonly times?: Float64Array | undefined;
}

/** Only what may be known at an origin. */
export function featuresAt({ known, past }: SeriesFeatures, origin: number, horizon: number): SeriesFeatures {
  return {
    known: known.map((column) => column.subarray(0, origin + horizon)),
    past: past.map((column) => column.subarray(0, origin)),
  };
}

/** Refuses features that do not fit the series, before anything is computed from them. */
export function checkFeatures(
  features: readonly SeriesFeatures[],
  histories: readonly Float64Array[],
  horizon: number,
): void {
  if (features.length !== histories.length) {
    throw problem(`got features of ${features.length} series, expected them of all ${histories.length}`);
  }
  features.forEach(({ known, past, times }, i) => {
    const { length } = histories[i]!;
    for (const [columns, needed, what] of [
      [[...known, ...(times ? [times] : [])], length + horizon, "known beforehand, history and horizon"],
      [past, length, "of the past, the history"],
    ] as const) {
      const short = columns.find((column) => column.length < needed);
      if (short)
        throw problem(
          `got ${short.length} numbers of a feature of series ${i}, expected ${needed} (${what})`,
        );
    }
    if (known.length !== features[0]!.known.length || past.length !== features[0]!.past.length)
      throw problem(`got other columns for series ${i} than for the first, expected the same for all`);
  });
}

const problem = (text: string): WindageError =>
  new WindageError("forecast/bad-features", `forecastSeries: ${text}.`);

/** Mean and standard deviation of the numbers of a column before a step; of none or equal ones, 0 and 1. */
export function momentsBefore(column: Float64Array, before: number): readonly [number, number] {
  let [count, sum, squares] = [0, 0, 0];
  for (let t = 0; t < Math.min(before, column.length); t++) {
    const value = column[t]!;
    if (Number.isNaN(value)) continue;
    count++;
    sum += value;
    squares += value * value;
  }
  if (count === 0) return [0, 1];
  const mean = sum / count;
  const variance = squares / count - mean * mean;
  return [mean, variance > 1e-12 * Math.max(1, mean * mean) ? Math.sqrt(variance) : 1];
}

/**
 * A column in units of its own spread before a step, held within ±6 (a feature never seen so far out must not throw a
 * forecast out with it); what is missing or constant is 0.
 */
export function standardisedBy(
  [mean, deviation]: readonly [number, number],
  value: number | undefined,
): number {
  if (value === undefined || Number.isNaN(value)) return 0;
  return Math.min(6, Math.max(-6, (value - mean) / deviation));
}
