/**
 * Which column of a table is the target, which the time and which names the series: as told, else by the names other
 * tools use, else by what the columns hold. Every guess is written down for the user to read.
 */
import { WindageError } from "../../error.ts";
import { parseTime } from "./parse-time.ts";

/** Indices into the header; no time column means the rows are in order, no id column means one series. */
export interface Columns {
  readonly names: readonly string[];
  readonly target: number;
  readonly time?: number;
  readonly id?: number;
}

export interface ColumnWishes {
  readonly target?: string;
  readonly idCol?: string;
  readonly timeCol?: string;
}

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

const idNames = ["unique_id", "item_id", "series_id", "id"];
const timeNames = ["ds", "timestamp", "date", "datetime", "time", "month", "day", "week", "year", "hour"];
const targetNames = ["y", "target", "value"];

/** The columns, and the index of the first row of data. */
export function chooseColumns(
  rows: readonly Row[],
  file: string,
  wishes: ColumnWishes,
  notes: string[],
): { columns: Columns; first: number } {
  const head = rows[0];
  if (!head)
    throw new WindageError("forecast/empty-file", `${file}: got no rows, expected a table with a header.`);
  const headless = head.fields.every((field) => field.trim() !== "" && Number.isFinite(Number(field)));
  const names = headless
    ? head.fields.map((_, i) => `column${i + 1}`)
    : head.fields.map((name) => name.trim());
  if (headless) notes.push("No header: columns are called column1, column2, …");
  const first = headless ? 0 : 1;
  const body = rows.slice(first, first + 50);
  const free = new Set(names.keys());
  const take = (index: number): number => (free.delete(index), index);

  const time = named(names, wishes.timeCol, file, "--time-col") ?? guessTime(names, body, wishes.target);
  if (time !== undefined) {
    take(time);
    if (wishes.timeCol === undefined) notes.push(`Time column: ${names[time]}, guessed.`);
  } else notes.push("No time column found: rows are taken in order.");
  const wanted = named(names, wishes.target, file, "--target");
  if (wanted !== undefined) take(wanted);
  const id = named(names, wishes.idCol, file, "--id-col") ?? guessId(names, body, free, wanted);
  if (id !== undefined) {
    take(id);
    if (wishes.idCol === undefined) notes.push(`Id column: ${names[id]}, guessed; one series per id.`);
  }
  const target = wanted ?? guessTarget(names, body, free, file);
  if (wanted === undefined) notes.push(`Target column: ${names[target]}, guessed.`);
  free.delete(target);
  if (free.size > 0) notes.push(`Not used: ${[...free].map((i) => names[i]).join(", ")}.`);
  return {
    columns: { names, target, ...(time === undefined ? {} : { time }), ...(id === undefined ? {} : { id }) },
    first,
  };
}

function named(
  names: readonly string[],
  wish: string | undefined,
  file: string,
  flag: string,
): number | undefined {
  if (wish === undefined) return undefined;
  const at = names.indexOf(wish);
  if (at >= 0) return at;
  throw new WindageError(
    "forecast/unknown-column",
    `${file}: ${flag} names ${JSON.stringify(wish)}, expected one of ${names.join(", ")}.`,
  );
}

function guessTime(
  names: readonly string[],
  body: readonly Row[],
  target: string | undefined,
): number | undefined {
  const holdsTimes = (i: number): boolean =>
    names[i] !== target &&
    body.length > 0 &&
    body.every((row) => parseTime(row.fields[i] ?? "") !== undefined);
  const byName = timeNames.map((name) => names.findIndex((other) => other.toLowerCase() === name));
  const good = byName.find((i) => i >= 0 && holdsTimes(i));
  if (good !== undefined) return good;
  // By content only real dates count: a column of whole numbers may be anything.
  return [...names.keys()].find(
    (i) => holdsTimes(i) && body.some((row) => parseTime(row.fields[i]!)?.kind !== "number"),
  );
}

function guessId(
  names: readonly string[],
  body: readonly Row[],
  free: ReadonlySet<number>,
  target: number | undefined,
): number | undefined {
  const byName = idNames.map((name) => names.findIndex((other) => other.toLowerCase() === name));
  const good = byName.find((i) => i >= 0 && free.has(i));
  if (good !== undefined) return good;
  // The only column of words besides the target names the series.
  const words = [...free].filter(
    (i) => i !== target && body.length > 0 && body.every((row) => isWord(row.fields[i])),
  );
  return words.length === 1 ? words[0] : undefined;
}

function guessTarget(
  names: readonly string[],
  body: readonly Row[],
  free: ReadonlySet<number>,
  file: string,
): number {
  const byName = targetNames.map((name) => names.findIndex((other) => other.toLowerCase() === name));
  const good = byName.find((i) => i >= 0 && free.has(i));
  if (good !== undefined) return good;
  const numeric = [...free].filter((i) => body.every((row) => !isWord(row.fields[i])));
  if (numeric.length === 1) return numeric[0]!;
  throw new WindageError(
    "forecast/no-target",
    `${file}: got ${numeric.length} columns of numbers (${numeric.map((i) => names[i]).join(", ") || "none"}), expected to know which to forecast; name it with --target.`,
  );
}

function isWord(field: string | undefined): boolean {
  const text = (field ?? "").trim();
  return text !== "" && !Number.isFinite(Number(text)) && !/^(na|nan|null|none|-|n\/a|\?)$/i.test(text);
}
