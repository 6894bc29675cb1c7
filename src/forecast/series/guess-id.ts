/**
 * Which column names the series: by the names other tools use, by what tells rows of the same time apart, by the only
 * column of words, or by blocks of rows in which time starts anew. Nothing where the rows are one series.
 */
import { guessFrequency } from "./frequency.ts";
import { isCount, parseTime, type ParsedTime } from "./parse-time.ts";
import { isWord, mostly, targetNames, type Row } from "./table-row.ts";

const idNames = ["unique_id", "item_id", "series_id", "id"];

/** The index of the column; `free` are those that are nothing else yet. */
export function guessId(
  names: readonly string[],
  all: readonly Row[],
  free: ReadonlySet<number>,
  target: number | undefined,
  time: number | undefined,
): number | undefined {
  const byName = idNames.map((name) => names.findIndex((other) => other.toLowerCase() === name));
  const good = byName.find((i) => i >= 0 && free.has(i));
  if (good !== undefined) return good;
  // The only column of words besides the target names the series, unless every row has its own word, or the words only
  // describe the rows of one series. Numbers in another notation are a target to be told about, and no names.
  const words = [...free].filter(
    (i) =>
      i !== target &&
      !targetNames.includes(names[i]!.toLowerCase()) &&
      all.length > 0 &&
      all.slice(0, 50).every((row) => isWord(row.fields[i])) &&
      !mostly(all.slice(0, 50), (row) => looksNumeric(row.fields[i])),
  );
  const repeating = words.filter((i) => different(all, i) < all.length);
  if (time !== undefined) {
    const numbered = [...free].filter((i) => i !== target && numbersSeries(all, time, i));
    const apart = tellsApart(all, time, [...repeating, ...numbered]);
    if (apart !== undefined) return apart;
  }
  if (words.length === 1)
    return repeating[0] !== undefined && time !== undefined && describesOne(all, time, repeating[0])
      ? undefined
      : repeating[0];
  return time === undefined ? undefined : repeating.find((i) => standsInBlocks(all, time, i));
}

/** How many different rows there are if only these columns are looked at. */
function different(all: readonly Row[], ...columns: readonly number[]): number {
  return new Set(all.map((row) => columns.map((i) => row.fields[i]).join("\n"))).size;
}

/** Of several columns the one that tells rows of the same time apart, where there are many of these. */
function tellsApart(all: readonly Row[], time: number, columns: readonly number[]): number | undefined {
  const before = all.length - different(all, time);
  if (before <= all.length / 10 || columns.length === 0) return undefined;
  const left = columns.map((i) => all.length - different(all, time, i));
  const least = left.indexOf(Math.min(...left));
  return left[least]! < before / 5 ? columns[least] : undefined;
}

/** Whether whole numbers may be those of shops: about as many different ones as there are rows of one time. */
function numbersSeries(all: readonly Row[], time: number, column: number): boolean {
  const isWhole = all.every(({ fields }) => /^\s*\d+\s*$/.test(fields[column] ?? ""));
  const count = different(all, column);
  return isWhole && count > 1 && count <= (2 * all.length) / different(all, time);
}

/** Fewest rows of a block that is a series. */
const fewestRows = 3;

/**
 * Whether a column names series that stand one after the other: time starts anew where its word changes and nowhere else,
 * and no word comes back. Irregular readings of several sensors never share a time, but are written so.
 */
function standsInBlocks(all: readonly Row[], time: number, column: number): boolean {
  const words = all.map(({ fields }) => fields[column]);
  const stamps = timesOf(all, time).map((stamp) => stamp?.value ?? NaN);
  const begins = [...all.keys()].filter((i) => i === 0 || words[i] !== words[i - 1]);
  if (begins.length < 2 || new Set(words).size < begins.length) return false;
  if (begins.some((at, b) => (begins[b + 1] ?? all.length) - at < fewestRows)) return false;
  const isBegin = new Set(begins);
  return stamps.every((stamp, i) => i === 0 || isBegin.has(i) !== stamp >= stamps[i - 1]!);
}

/** Whether the rows are one regular series whose words change back and forth, such as promotion or none. */
function describesOne(all: readonly Row[], time: number, column: number): boolean {
  const read = timesOf(all, time).flatMap((stamp, i) =>
    stamp ? [{ ...stamp, word: all[i]!.fields[column] }] : [],
  );
  const sorted = read.sort((a, b) => a.value - b.value);
  const stamps = sorted.map(({ value }) => value);
  if (new Set(stamps).size < stamps.length || sorted[0] === undefined) return false;
  const changes = sorted.filter(({ word }, i) => i > 0 && word !== sorted[i - 1]!.word).length;
  const different = new Set(sorted.map(({ word }) => word)).size;
  return changes >= different && guessFrequency([stamps], sorted[0].kind).share > 0.9;
}

function timesOf(all: readonly Row[], time: number): (ParsedTime | undefined)[] {
  const texts = all.map(({ fields }) => fields[time] ?? "");
  const counts = isCount(texts);
  return texts.map((text) => parseTime(text, undefined, counts));
}

/** A number in any notation. */
function looksNumeric(field = ""): boolean {
  return /^\s*[-+]?\d[\d.,' ]*\s*$/.test(field);
}
