/** What a file of series takes: how much memory to read it, and how long its forecast will be on its way. */
import { availableParallelism } from "node:os";
import { getHeapStatistics } from "node:v8";
import { WindageError } from "../../error.ts";
import { memoryLimit } from "../config/memory-plan.ts";
import { largeNumber } from "../../large-number.ts";

/** Bytes of Node's heap for each row while it is read, and for each of its cells; measured, see docs/forecasting.md. */
const perRow = 260;
const perCell = 60;
/** Node itself, our programs, and what it sets aside between two collections. */
const besides = 2 ** 28;
/** Rows have to be seen before anyone can tell how many there are. */
const fewestSeen = 1000;
/** Files of so many rows take seconds. */
const worthSaying = 500_000;

/** How much of a file was read, and what it held. */
export interface ReadSoFar {
  readonly rows: number;
  readonly columns: number;
  /** Bytes read, and those of the whole file. */
  readonly read: number;
  readonly size: number;
}

/** How many rows a file will have, and the bytes of heap they take. */
export function tableSize({ rows, columns, read, size }: ReadSoFar): {
  readonly rows: number;
  readonly bytes: number;
} {
  const all = Math.round((rows * size) / read);
  return { rows: all, bytes: besides + size + all * (perRow + perCell * columns) };
}

/** Throws `forecast/too-large` where the rest of a file will not fit, by what was read of it. */
export function requireRoom(
  file: string,
  seen: ReadSoFar,
  limit: number = Math.min(getHeapStatistics().heap_size_limit, memoryLimit()),
): void {
  if (seen.rows < fewestSeen) return;
  const { rows, bytes } = tableSize(seen);
  if (bytes <= limit) return;
  const fits = Math.floor((rows * (limit - besides)) / (bytes - besides));
  const megabytes = 1000 * Math.ceil((1.1 * bytes) / 2 ** 20 / 1000);
  const count = (value: number): string => `about ${largeNumber(Number(value.toPrecision(2)))}`;
  throw new WindageError(
    "forecast/too-large",
    `${file}: got ${count(rows)} rows, for which ${gigabytes(bytes)} of memory would be needed, expected at most the ${gigabytes(limit)} that Node may use here, ${count(Math.max(0, fits))} rows. Forecast the series in parts, leave out rows of long ago and columns that are not used, or let Node use more, if the machine has it: NODE_OPTIONS=--max-old-space-size=${megabytes}.`,
  );
}

/** What members are going to read. */
export interface ForecastWork {
  readonly lengths: readonly number[];
  /** The series that backtests are of; all unless told. */
  readonly judged?: readonly number[] | undefined;
  readonly windows: number;
}

/** What a forecast will cost from here on, without the generative forecaster. */
export interface ForecastPlan {
  readonly series: number;
  /** Values members read at all origins together. */
  readonly values: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** Seconds of one core for each value that members read at an origin, and bytes; measured, see docs/forecasting.md. */
const secondsPerValue = 7e-5;
const bytesPerValue = 600;
/** With nothing read. */
const leastBytes = 5 * 2 ** 26;

/** Half of the work is ETS' and MSTL's, which have threads of their own. */
export function forecastPlan(
  { lengths, judged, windows }: ForecastWork,
  cores: number = availableParallelism(),
): ForecastPlan {
  const sum = (list: readonly number[]): number => list.reduce((total, length) => total + length, 0);
  const once = sum(lengths);
  const values = once + windows * (judged === undefined ? once : sum(judged.map((i) => lengths[i]!)));
  return {
    series: lengths.length,
    values,
    seconds: (secondsPerValue * values) / Math.min(2, cores),
    bytes: leastBytes + bytesPerValue * values,
  };
}

/** What reading a large file will take, in words behind its name; nothing for others. */
export function costText(seen: ReadSoFar): string {
  const { rows, bytes } = tableSize(seen);
  if (rows < worthSaying) return "";
  return `, about ${largeNumber(Number(rows.toPrecision(2)))} rows, ${gigabytes(bytes)} of memory`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`;
}
