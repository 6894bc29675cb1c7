/**
 * Which column of a table is the target, which the time and which names the series: as told, else by the names other
 * tools use, else by what the columns hold. Every guess is written down for the user to read.
 */
import { WindageError } from "../../error.ts";
import { looksNumeric } from "../../landscape/text/parse-decimal.ts";
import { didYouMean } from "../../suggest.ts";
import { guessId } from "./guess-id.ts";
import { isMarkedDate, isWord, mostly, targetNames, timeNames, withoutUnit, type Row } from "./table-row.ts";
import { parseTime } from "./parse-time.ts";

/** Indices into the header; no time column means the rows are in order, no id column means one series. */
export interface Columns {
  readonly names: readonly string[];
  readonly target: number;
  readonly time?: number;
  readonly id?: number;
  /** Features known for the steps ahead too, and those of the past alone. */
  readonly known: readonly number[];
  readonly past: readonly number[];
}

export interface ColumnWishes {
  readonly target?: string;
  readonly idCol?: string;
  readonly timeCol?: string;
  /** Columns that are known beforehand, and columns that are not. */
  readonly known?: readonly string[];
  readonly past?: readonly string[];
}

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
  const headless =
    head.fields.every(looksNumeric) ||
    head.fields.some((field, i) => isMarkedDate(field) && datesFollow(rows, i));
  const names = headless
    ? head.fields.map((_, i) => `column${i + 1}`)
    : head.fields.map((name) => name.trim());
  if (headless) notes.push("No header: columns are called column1, column2, …");
  const first = headless ? 0 : 1;
  const all = rows.slice(first);
  if (all.length === 0)
    throw new WindageError(
      "forecast/bad-file",
      `${file}, line 1: got no rows below the header, expected at least one.`,
    );
  const body = all.slice(0, 50);
  const free = new Set(names.keys());
  const take = (index: number): number => (free.delete(index), index);

  const features = (wish: readonly string[] = [], flag: string): number[] =>
    wish.map((name) => take(named(names, name, file, flag)!));
  const known = features(wishes.known, "--known");
  const past = features(wishes.past, "--past");
  const time = named(names, wishes.timeCol, file, "--time-col") ?? guessTime(names, body, wishes.target);
  if (time !== undefined) {
    take(time);
    if (wishes.timeCol === undefined) notes.push(`Time column: ${names[time]}, guessed.`);
  } else notes.push("No time column found: rows are taken in order.");
  const wanted = named(names, wishes.target, file, "--target");
  if (wanted !== undefined) take(wanted);
  const id = named(names, wishes.idCol, file, "--id-col") ?? guessId(names, all, free, wanted, time);
  if (id !== undefined) {
    take(id);
    if (wishes.idCol === undefined) notes.push(`Id column: ${names[id]}, guessed; one series per id.`);
  }
  const target = wanted ?? guessTarget(names, body, free, file);
  if (wanted === undefined) notes.push(`Target column: ${names[target]}, guessed.`);
  free.delete(target);
  const chosen = [time, id, target, ...known, ...past].filter((index) => index !== undefined);
  for (const index of chosen) refuseTwin(names, index, file);
  const double = chosen.find((index, i) => chosen.indexOf(index) !== i);
  if (double !== undefined) {
    throw new WindageError(
      "forecast/one-column-twice",
      `${file}: got the column ${JSON.stringify(names[double])} for two of the time, the series, the target and the features, expected different ones; see --time-col, --id-col, --target, --known and --past.`,
    );
  }
  if (free.size > 0)
    notes.push(`Not used: ${few([...free].map((i) => names[i]!))}; --known and --past name features.`);
  return {
    columns: {
      names,
      target,
      known,
      past,
      ...(time === undefined ? {} : { time }),
      ...(id === undefined ? {} : { id }),
    },
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
    `${file}: ${flag} names ${JSON.stringify(wish)}, expected one of ${few(names)}; ${didYouMean(wish, names) ?? "choose one of them."}`,
  );
}

function guessTime(
  names: readonly string[],
  body: readonly Row[],
  target: string | undefined,
): number | undefined {
  const holdsTimes = (i: number): boolean =>
    body.length > 0 && body.every((row) => parseTime(row.fields[i] ?? "") !== undefined);
  const byName = timeNames
    .map((name) => names.findIndex((other) => withoutUnit(other) === name))
    .filter((i) => i >= 0 && names[i] !== target);
  const good = byName.find(holdsTimes);
  if (good !== undefined) return good;
  // By content only real dates count: a column of whole numbers may be anything. Most is enough, so that a mistyped
  // date is told as one and does not make the column something else.
  const dated = (i: number): boolean =>
    names[i] !== target && mostly(body, (row) => looksDated(row.fields[i] ?? ""));
  return [...names.keys()].find(dated) ?? byName[0];
}

/** A date, also one that is refused later because nobody can tell its day from its month. */
function looksDated(text: string): boolean {
  const time = parseTime(text);
  return time ? time.kind !== "number" : isMarkedDate(text);
}

/** Whether a column holds dates below its first cell: a date above them is one of them, and no name. */
function datesFollow(rows: readonly Row[], column: number): boolean {
  const next = rows.slice(1, 51);
  return next.length > 0 && mostly(next, ({ fields }) => isMarkedDate(fields[column] ?? ""));
}

/** A name that stands twice in the header does not say which column is meant. */
function refuseTwin(names: readonly string[], index: number, file: string): void {
  if (names.filter((name) => name === names[index]).length === 1) return;
  throw new WindageError(
    "forecast/duplicate-column",
    `${file}: got several columns called ${JSON.stringify(names[index])}, expected different names for the columns that are used; rename or remove one.`,
  );
}

function guessTarget(
  names: readonly string[],
  body: readonly Row[],
  free: ReadonlySet<number>,
  file: string,
): number {
  const byName = targetNames.map((name) => names.findIndex((other) => withoutUnit(other) === name));
  const good = byName.find((i) => i >= 0 && free.has(i));
  if (good !== undefined) return good;
  const numeric = [...free].filter((i) => body.every((row) => !isWord(row.fields[i])));
  if (numeric.length === 1) return numeric[0]!;
  // Most is enough where no column is numbers throughout, so that a mistyped number is told with its line.
  const nearly = [...free].filter((i) => mostly(body, (row) => !isWord(row.fields[i])));
  if (numeric.length === 0 && nearly.length === 1) return nearly[0]!;
  const commas = [...free].find((i) => body.some((row) => thousands.test(row.fields[i] ?? "")));
  if (numeric.length === 0 && commas !== undefined) {
    const example = body.find((row) => thousands.test(row.fields[commas] ?? ""))!.fields[commas]!.trim();
    const fraction = example.replaceAll(".", "").replace(",", ".");
    const written = example.includes(".")
      ? fraction
      : `${example.replaceAll(",", "")}, or ${fraction} if a fraction is meant`;
    throw new WindageError(
      "forecast/no-target",
      `${file}: got ${JSON.stringify(example)} in the column ${JSON.stringify(names[commas])}, expected numbers without thousands marks, with a decimal point; write ${written}.`,
    );
  }
  throw new WindageError(
    "forecast/no-target",
    `${file}: got ${numeric.length} columns of numbers (${few(numeric.map((i) => names[i]!)) || "none"}), expected to know which to forecast; name it with --target.`,
  );
}

/** A number with commas that may separate thousands, or with points that do. */
const thousands = /^\s*[-+]?\d[\d.]*,[\d.,]*\d\s*$/;

/** A list that fits into a message, however wide the table. */
function few(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => (name.length > 40 ? `${name.slice(0, 39)}…` : name));
  return shown.join(", ") + (names.length > 12 ? `, … (${names.length} in all)` : "");
}
