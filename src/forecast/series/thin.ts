/**
 * What is read of large files. Up to a hundred thousand values everything is; of more, members read the end of each series,
 * in backtests and for the forecast alike, and where that is still much, backtests are of some of the series. What is left
 * out is said.
 */
import { largeNumber } from "../../large-number.ts";
import { timeAt } from "./grid.ts";
import type { Series } from "./grid.ts";
import type { SeriesTable } from "./read-series.ts";

/** Files with fewer values are read whole. */
const usualValues = 100_000;
/** Values that members read at one origin, over all series. */
const enoughValues = 200_000;
/** No series is cut shorter than this, and backtests are of no fewer series than that. */
const fewestValues = 10_000;
const fewestSeries = 50;
/** Nor of more: so many errors tell all there is to tell, and each series takes its time to be scored. */
const mostSeries = 1000;

/** What of a table members read. */
export interface Thinned {
  readonly table: SeriesTable;
  /** The series that backtests are of; all unless told. */
  readonly judged?: readonly number[];
}

/** `reach`: how many values backtests and seasons need of the end of a series; `sampled`: whether some series may stand for all. */
export function thin(table: SeriesTable, reach: number, sampled: boolean): Thinned {
  const lengths = table.series.map(({ values }) => values.length);
  const total = sum(lengths);
  if (total < usualValues) return { table };
  const most = Math.max(fewestValues, 4 * reach, longest(lengths));
  const cut = lengths.some((length) => length > most);
  const kept = cut ? table.series.map((one) => endOf(one, table, most)) : table.series;
  const judged = sampled ? someOf(kept.map(({ values }) => values.length)) : undefined;
  const notes = [
    ...(cut
      ? [
          `Large file: of ${largeNumber(total)} values, the last ${largeNumber(most)} of each series are read, in backtests and for the forecast.`,
        ]
      : []),
    ...(judged
      ? [
          `Large file: backtests are of ${largeNumber(judged.length)} of the ${largeNumber(lengths.length)} series, spread evenly over the file; the others take their weights and the typical size of their errors.`,
        ]
      : []),
  ];
  return {
    table: notes.length === 0 ? table : { ...table, series: kept, notes: [...table.notes, ...notes] },
    ...(judged ? { judged } : {}),
  };
}

/** The length that series are cut to, so that all of them have enough together. */
function longest(lengths: readonly number[]): number {
  let [low, high] = [0, lengths.reduce((most, length) => Math.max(most, length), 0)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sum(lengths.map((length) => Math.min(length, middle))) <= enoughValues) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Every so manieth series, where all of them are too many values. */
function someOf(lengths: readonly number[]): number[] | undefined {
  const share = Math.max(enoughValues / sum(lengths), fewestSeries / lengths.length);
  const count = Math.min(mostSeries, Math.ceil(share * lengths.length));
  if (count >= lengths.length) return undefined;
  return Array.from({ length: count }, (_, k) => Math.floor((k * lengths.length) / count));
}

function endOf(one: Series, { frequency }: SeriesTable, most: number): Series {
  const from = one.values.length - most;
  if (from <= 0) return one;
  const { id, values, times, knownFrom, features } = one;
  return {
    id,
    start: timeAt(one, frequency, from),
    values: values.subarray(from),
    ...(times ? { times: times.subarray(from) } : {}),
    ...(knownFrom ? { knownFrom: knownFrom.subarray(from).map((step) => step - from) } : {}),
    ...(features ? { features: features.map((column) => column.subarray(from)) } : {}),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
