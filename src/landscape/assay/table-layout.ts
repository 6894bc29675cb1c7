/**
 * How a table of measurements is laid out: what separates its columns, whether its first line names them, and which
 * of them hold sequences and scores. Names decide where they can, contents otherwise; where several columns would do,
 * nothing is guessed and the message lists them.
 */
import { WindageError } from "../../error.ts";
import type { CsvRow } from "../text/csv-rows.ts";
import { parseCsv } from "../text/parse-csv.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import type { AssayOptions, Delimiter } from "./assay.ts";
import {
  areRepeats,
  counterName,
  distanceName,
  kindOfScoreName,
  mutationName,
  placeName,
  scoreName,
  sequenceName,
  statisticName,
  weakScoreName,
  yName,
} from "./column-names.ts";
import { guessDelimiter, mostFrequent, trimmed } from "./delimiter.ts";
import { isAbsent, measuredCell } from "./measured-value.ts";
import { readVariant } from "./mutation-text.ts";
import { bare, endsOf } from "./sequence-text.ts";

/** A table cut into cells, with the columns that count. */
export interface TableLayout {
  readonly delimiter: Delimiter;
  readonly header: boolean;
  readonly names: readonly string[];
  /** Where variants stand, as sequences or as mutations. */
  readonly sequence: number;
  /** Where they stand as mutations: the same column, or one beside the sequences. */
  readonly mutations?: number;
  /** The one sequence of a column that repeats it in every row, beside mutations. */
  readonly parent?: { readonly letters: string; readonly column: string };
  readonly scores: readonly number[];
  /** Everything below the header. */
  readonly rows: readonly CsvRow[];
  /** Rows above the table that are no part of it, such as a title or settings of the instrument. */
  readonly above: number;
}

/** Nobody writes more rows than this above a table. */
const mostAbove = 200;

const ends = endsOf([]);
const anySequence = /^[A-Za-z*]{3,}$/;

/** Finds the layout of a table; `file` is only for messages. */
export function tableLayout(text: string, options: AssayOptions, file: string): TableLayout {
  const delimiter = options.delimiter ?? guessDelimiter(text) ?? ",";
  const parsed = parseCsv(text, delimiter);
  const above = rowsAbove(parsed, options);
  const all = parsed.slice(above);
  const cells = all.flatMap((row) => ("fields" in row ? [row.fields] : []));
  const first = trimmed(cells[0] ?? []);
  if (first.length === 0) {
    throw new WindageError(
      "data/invalid-csv",
      `${file}: got ${all.length === 0 ? "an empty file" : `no readable row (line 1: ${"problem" in all[0]! ? all[0].problem : ""})`}, expected a table with one sequence and its score per row`,
    );
  }
  if (first[0]!.startsWith(">")) {
    throw new WindageError(
      "data/invalid-csv",
      `${file}: got FASTA, which has sequences without scores, expected a table with one sequence and its score per row`,
    );
  }
  const header = !first.some((cell) => isNumber(cell)) || hasNumberedNames(first, cells.slice(1));
  const names = first.map((cell, index) =>
    header && cell.trim() !== "" ? cell.trim() : `column ${index + 1}`,
  );
  const body = header ? cells.slice(1) : cells;
  const known = { names, body, file: `${file}:${all[0]!.line}` };
  const told =
    options.sequenceColumn === undefined
      ? undefined
      : findColumn(options.sequenceColumn, names, "--sequence-column", file);
  const { sequence, ...variants } = guessVariants(known, told);
  const scores =
    options.scoreColumn === undefined
      ? guessScores(known, sequence, header)
      : options.scoreColumn.split(",").map((name) => findColumn(name, names, "--score-column", file));
  const rows = header ? all.slice(1) : all;
  return { delimiter, header, names, sequence, ...variants, scores, rows, above };
}

interface Known {
  readonly names: readonly string[];
  readonly body: readonly (readonly string[])[];
  /** For messages, with the line that the names are from. */
  readonly file: string;
}

/**
 * How many rows stand above the table. Where some row names both sequences and scores, those before it; else those that
 * reach over fewer columns than most rows do, or have one cell alone, since a sequence and its score are two.
 */
function rowsAbove(rows: readonly CsvRow[], { sequenceColumn, scoreColumn }: AssayOptions): number {
  const cells = rows.map((row) => ("fields" in row ? trimmed(row.fields) : undefined));
  const start = cells.slice(0, mostAbove);
  const named = start.findIndex(
    (row) =>
      row &&
      !row.some(isNumber) &&
      [sequenceName, mutationName].some((usual) => hasName(row, usual, sequenceColumn)) &&
      [scoreName, kindOfScoreName, weakScoreName, yName].some((usual) => hasName(row, usual, scoreColumn)),
  );
  if (named >= 0) return named;
  const usual = mostFrequent(cells.map((row) => row?.length ?? 0));
  const first = start.findIndex(
    (row) => !row || (row.length >= usual && row.filter((cell) => cell.trim() !== "").length > 1),
  );
  return Math.max(0, first);
}

/** Whether a row has a name that is usual for a column, or the one that was told; of several columns the first counts. */
function hasName(row: readonly string[], usual: RegExp, told: string | undefined): boolean {
  const wanted = told?.split(",", 1)[0]!.trim().toLowerCase();
  return row.some((cell) => {
    const name = cell.trim();
    return wanted === undefined ? usual.test(name) : name.toLowerCase() === wanted;
  });
}

function isNumber(cell: string): boolean {
  return measuredCell(cell, "point") !== undefined || measuredCell(cell, "comma") !== undefined;
}

/** Where the variants are, and what stands beside them that tells of their parent. */
function guessVariants(
  known: Known,
  told: number | undefined,
): Pick<TableLayout, "sequence" | "mutations" | "parent"> {
  const { names, body } = known;
  const isVariant = (cell: string): boolean => readVariant(cell) !== undefined;
  const written = columnsWhere(
    names,
    (index) => share(body, index, isVariant) >= 0.8 && body.some((row) => /\d/.test(row[index] ?? "")),
  );
  if (told !== undefined && written.includes(told)) return { sequence: told, mutations: told };
  const named = written.filter((index) => mutationName.test(names[index]!));
  // Those of proteins say what DNA does too, with one name for what is the same.
  const sorted = [...named].sort(
    (a, b) => Number(/nt|nuc|splice/i.test(names[a]!)) - Number(/nt|nuc|splice/i.test(names[b]!)),
  );
  const mutations = sorted[0] ?? (written.length === 1 ? written[0] : undefined);
  if (mutations === undefined) return { sequence: told ?? guessSequence(known) };
  const holding = columnsWhere(
    names,
    (index) => index !== mutations && share(body, index, isSequence) >= 0.8 && !isWord(known, index),
  );
  const same = body.length > 1 ? holding.filter((index) => onlyCell(body, index) !== undefined) : [];
  const parent =
    same.length === 1 && told === undefined
      ? { parent: { letters: onlyCell(body, same[0]!)!, column: names[same[0]!]! } }
      : {};
  const others = holding.filter((index) => !same.includes(index));
  if (told !== undefined) return { sequence: told, mutations };
  if (others.length === 0) return { sequence: mutations, mutations, ...parent };
  if (others.length === 1) return { sequence: others[0]!, mutations };
  const called = others.filter((index) => sequenceName.test(names[index]!));
  return called.length === 1
    ? { sequence: called[0]!, mutations }
    : { sequence: mutations, mutations, ...parent };
}

/** Whether a column of letters has fewer different cells than sequences would: names of a library, a person, a plate. */
function isWord({ names, body }: Known, index: number): boolean {
  if (sequenceName.test(names[index]!)) return false;
  const different = new Set(body.map((row) => row[index]?.trim() ?? ""));
  return different.size > 1 ? different.size < body.length / 2 : [...different][0]!.length < 10;
}

/** The one cell of a column that says the same in every row. */
function onlyCell(body: readonly (readonly string[])[], index: number): string | undefined {
  const cells = new Set(body.map((row) => row[index]?.trim() ?? "").filter((cell) => !isAbsent(cell)));
  return cells.size === 1 ? [...cells][0] : undefined;
}

function guessSequence({ names, body, file }: Known): number {
  const named = columnsWhere(names, (index) => sequenceName.test(names[index]!));
  const holding = columnsWhere(names, (index) => share(body, index, isSequence) >= 0.8);
  const both = named.filter((index) => holding.includes(index));
  for (const candidates of [both, named, holding]) if (candidates.length === 1) return candidates[0]!;
  throw unclear("sequences", "--sequence-column", both.length > 1 ? both : holding, names, file);
}

function guessScores({ names, body, file }: Known, sequence: number, header: boolean): readonly number[] {
  const others = columnsWhere(
    names,
    (index) => index !== sequence && !(header && distanceName.test(names[index]!)),
  );
  const numeric = others.filter(
    (index) => share(body, index, isNumber) >= 0.8 && body.some((row) => isNumber(row[index] ?? "")),
  );
  const named = others.filter((index) => scoreName.test(names[index]!));
  // y, target and label say less than other names: they hold where nothing else would do.
  const places = names.some((name) => placeName.test(name));
  const weak = others.filter((index) => isWeak(names[index]!, places));
  const sure = numeric.every((index) => weak.includes(index) || isCount(names[index]!)) ? weak : [];
  const ofKind = others.filter((index) => kindOfScoreName.test(names[index]!));
  // What counts, and how sure something is, is passed over where one column, or repeats, are left.
  const own = numeric.filter((index) => !isCount(names[index]!) && !statisticName.test(names[index]!));
  const isPlace = own.some((index) => yName.test(names[index]!) || weakScoreName.test(names[index]!));
  for (const candidates of [named, sure, numeric.length > 1 ? ofKind : [], numeric, isPlace ? [] : own]) {
    if (candidates.length === 1) return candidates;
    if (header && areRepeats(candidates.map((index) => names[index]!))) return candidates;
  }
  throw unclear("scores", "--score-column", named.length > 1 ? named : numeric, names, file);
}

/** Whether a name is one that scores have among others; y is none where the columns of an array give places. */
function isWeak(name: string, places: boolean): boolean {
  return weakScoreName.test(name) || (!places && yName.test(name));
}

function isCount(name: string): boolean {
  return placeName.test(name) || counterName.test(name);
}

/** Whether a first row with numbers names columns all the same: "peptide,1,2,3" above repeats of peptides. */
function hasNumberedNames(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  const columns = columnsWhere(first, (index) => share(body, index, isSequence) >= 0.8);
  const [column] = columns;
  if (column === undefined || columns.length > 1 || !sequenceName.test(first[column]!.trim())) return false;
  const name = first[column]!.trim();
  const below = body.map((row) => row[column]?.trim() ?? "").filter((cell) => !isAbsent(cell));
  if (below.some((cell) => cell.toLowerCase() === name.toLowerCase())) return false;
  const numbers = first.filter(isNumber).map((cell) => cell.trim());
  // A word in small letters above sequences in capitals is no sequence, whatever the numbers beside it.
  return (
    (numbers.every((number) => /^\d+$/.test(number)) && areRepeats(numbers)) ||
    (name !== name.toUpperCase() && below.every((cell) => cell === cell.toUpperCase()))
  );
}

function isSequence(cell: string): boolean {
  return anySequence.test(bare(cell, ends).text);
}

function columnsWhere(names: readonly string[], holds: (index: number) => boolean): number[] {
  return names.map((_, index) => index).filter((index) => holds(index));
}

/** How much of a column is as `test` says, among cells that hold anything. */
function share(body: readonly (readonly string[])[], index: number, test: (cell: string) => boolean): number {
  let held = 0;
  let passed = 0;
  for (const row of body) {
    const cell = row[index]?.trim() ?? "";
    if (isAbsent(cell)) continue;
    held++;
    if (test(cell)) passed++;
  }
  return held === 0 ? 0 : passed / held;
}

/** A column by its name, in any case where that is enough, or by its number from 1. */
function findColumn(wanted: string, names: readonly string[], flag: string, file: string): number {
  const text = wanted.trim();
  const alike = columnsWhere(names, (index) => names[index]!.toLowerCase() === text.toLowerCase());
  const exact = alike.filter((index) => names[index] === text);
  if (alike.length === 1) return alike[0]!;
  if (exact.length === 1) return exact[0]!;
  if (alike.length > 1) {
    throw new WindageError(
      "data/unclear-columns",
      `${file}: ${flag}: got ${JSON.stringify(text)}, the name of columns ${alike.map((index) => index + 1).join(" and ")}, expected one; give its number`,
    );
  }
  const number = /^\d+$/.test(text) ? Number(text) - 1 : -1;
  if (number >= 0 && number < names.length) return number;
  throw new WindageError(
    "data/no-such-column",
    `${file}: ${flag}: got ${JSON.stringify(text)}, expected one of ${listNames(names)}, or a number from 1 to ${names.length}`,
  );
}

function unclear(
  what: string,
  flag: string,
  candidates: readonly number[],
  names: readonly string[],
  file: string,
): WindageError {
  const found =
    candidates.length === 0
      ? `got no column that looks like ${what} among ${listNames(names)}`
      : `got several columns that could be ${what} (${listNames(candidates.map((index) => names[index]!))})`;
  const named = candidates.map((index) => names[index]!.toLowerCase());
  const alike = new Set(named).size < named.length;
  const which = alike
    ? `with ${flag} <number>, since names alike cannot tell them apart: ${candidates.map((index) => index + 1).join(" or ")}`
    : `with ${flag} <name>`;
  return new WindageError("data/unclear-columns", `${file}: ${found}, expected one; say which ${which}`);
}

function listNames(names: readonly string[]): string {
  return (
    names
      .slice(0, 12)
      .map((name) => quoteSequence(name))
      .join(", ") + (names.length > 12 ? ", …" : "")
  );
}
