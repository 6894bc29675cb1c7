/**
 * Reads a file of measurements as laboratories write them, with one of the usual delimiters, decimal commas, Windows line
 * ends, lower case, repeats, empty cells. Everything it does to the file it says; what it cannot read it refuses with
 * line and column, all rows looked at first, so that one look at the message is enough to mend the file.
 */
import { WindageError } from "../../error.ts";
import type { CsvRow } from "../text/csv-rows.ts";
import { ProblemList } from "../text/problem-list.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import { SequenceSpace } from "../exact/sequence-space.ts";
import type { Assay, AssayOptions, DecimalMark, Measurement } from "./assay.ts";
import { notesOn } from "./assay-notes.ts";
import { guessAlphabet } from "./guess-alphabet.ts";
import { expectedNumber, guessDecimal, isAbsent, measuredValue } from "./measured-value.ts";
import {
  adviceOn,
  bare,
  capitals,
  endsOf,
  hasPrimes,
  modifierIn,
  type SequenceEnds,
} from "./sequence-text.ts";
import { type TableLayout, tableLayout } from "./table-layout.ts";

/** Reads the text of a file; `file` is only for messages. */
export function readAssay(text: string, options: AssayOptions = {}, file = "assay"): Assay {
  const layout = tableLayout(text, options, file);
  const decimal = options.decimal ?? decimalOf(layout, file);
  const upper = new Upper();
  const written = layout.rows.flatMap((row) =>
    "fields" in row ? [row.fields[layout.sequence]?.trim() ?? ""] : [],
  );
  const present = written.filter((cell) => !isAbsent(cell));
  const ends = endsOf(present, options.alphabet);
  const sequences = present.map((cell) => capitals(bare(cell, ends).text));
  if (sequences.length === 0) {
    throw new WindageError(
      "data/invalid-csv",
      `${file}: got ${layout.rows.length === 0 ? "a header and no rows" : "no row with a sequence"}, expected at least one sequence with its score`,
    );
  }
  const guessed = guessAlphabet(sequences, peptideName.test(layout.names[layout.sequence]!));
  const wanted = options.alphabet ?? guessed.letters;
  // Where nothing is a letter every row is refused below, with what to do.
  const alphabet =
    wanted === "" && options.alphabet === undefined ? "" : new SequenceSpace(wanted, 1).alphabet;
  const reader = { layout, decimal, letters: new Set(alphabet), upper, ends };
  const told = options.alphabet !== undefined;
  const advice = new Set<string>();
  const bared = { primes: 0, stops: 0 };
  const values = new Map<string, number[]>();
  const problems = new ProblemList();
  const missing = { score: 0, sequence: 0 };
  for (const row of layout.rows) {
    const read = readRow(row, reader);
    if ("problem" in read) {
      problems.add(`${file}:${row.line}: ${read.problem}`);
      if ("sign" in read) advice.add(adviceOn(read.cell, read.sign, { alphabet, told }) ?? "");
    } else if ("missing" in read) missing[read.missing]++;
    else {
      if (read.primes) bared.primes++;
      if (ends.stops) bared.stops++;
      const earlier = values.get(read.sequence);
      if (earlier === undefined) values.set(read.sequence, [...read.values]);
      else earlier.push(...read.values);
    }
  }
  problems.throwIfAny(
    "data/invalid-csv",
    `${file}: ${problems.count} of ${layout.rows.length} rows cannot be read`,
    [
      `Expected sequences over ${alphabet === "" ? "letters" : `"${alphabet}"`} and finite numbers; mend these rows, or leave the value empty to drop them.`,
      ...advice,
    ]
      .filter((sentence) => sentence !== "")
      .slice(0, 1 + mostAdvice)
      .join("\n"),
  );
  const measurements = Array.from(values, ([sequence, repeats]) => summarise(sequence, repeats));
  if (measurements.length === 0) {
    throw new WindageError(
      "data/invalid-csv",
      `${file}: got no score that is not empty, expected at least one`,
    );
  }
  const noise = pooledSpread(measurements);
  const dropped = missing.score + missing.sequence;
  const names = layout.scores.map((index) => layout.names[index]!);
  return {
    alphabet,
    measurements,
    layout: {
      delimiter: layout.delimiter,
      decimal,
      header: layout.header,
      sequenceColumn: layout.names[layout.sequence]!,
      scoreColumns: names,
    },
    rows: layout.rows.length,
    dropped,
    noise,
    notes: notesOn({
      layout,
      names,
      decimal,
      options,
      guessed,
      missing,
      upper: upper.count,
      bared,
      measurements,
      noise,
    }),
  };
}

/** Columns of these hold amino acids, whatever the letters. */
const peptideName = /pep|prot|^aa(?:[ _-]|$)|amino/i;

/** More sentences about what to do than this are not read. */
const mostAdvice = 3;

/** Counts sequences that were not written in capitals. */
class Upper {
  count = 0;

  of(sequence: string): string {
    const capitals = sequence.toUpperCase();
    if (capitals !== sequence) this.count++;
    return capitals;
  }
}

interface Reader {
  readonly layout: TableLayout;
  readonly decimal: DecimalMark;
  readonly letters: ReadonlySet<string>;
  readonly upper: Upper;
  readonly ends: SequenceEnds;
}

type RowResult =
  | { readonly sequence: string; readonly values: readonly number[]; readonly primes: boolean }
  | { readonly missing: "score" | "sequence" }
  | { readonly problem: string }
  /** With the place of the sign that is not in the alphabet. */
  | { readonly problem: string; readonly cell: string; readonly sign: number };

function readRow(row: CsvRow, { layout, decimal, letters, upper, ends }: Reader): RowResult {
  if ("problem" in row) return row;
  const { fields } = row;
  const { names, sequence: at, scores } = layout;
  if (fields.every((cell) => cell.trim() === "")) return { missing: "sequence" };
  // Spreadsheets append empty cells to some rows; anything else beyond the header is a shifted row.
  const extra = fields.slice(names.length).find((cell) => cell.trim() !== "");
  if (extra !== undefined || fields.length <= Math.max(at, ...scores)) {
    const first = `the first line${layout.above > 0 ? " of the table" : ""}`;
    return {
      problem: `got ${fields.length} column${fields.length === 1 ? "" : "s"}, expected ${names.length} as in ${first}`,
    };
  }
  const cell = fields[at]!.trim();
  if (cell === "" || (isAbsent(cell) && cell.length < 3)) return { missing: "sequence" };
  const { text: inner, before } = bare(cell, ends);
  if (inner === "") return { missing: "sequence" };
  const lowerCaseMatters = Array.from(inner).every((letter) => letters.has(letter));
  const sequence = lowerCaseMatters ? inner : upper.of(inner);
  const modifier = lowerCaseMatters ? undefined : modifierIn(inner);
  for (let position = 0; position < sequence.length; position++) {
    if (letters.has(sequence[position]!) && position !== modifier) continue;
    const sign = before + position;
    return {
      problem: `column ${quoteSequence(names[at]!)}: ${quoteSequence(cell)} has ${JSON.stringify(cell[sign])} at position ${sign + 1}, which is not in the alphabet`,
      cell,
      sign,
    };
  }
  const values: number[] = [];
  for (const index of scores) {
    const text = fields[index]!;
    if (isAbsent(text)) continue;
    const value = measuredValue(text, decimal);
    if (value === undefined) {
      return {
        problem: `column ${quoteSequence(names[index]!)}: got ${quoteSequence(text)}, expected ${expectedNumber(text, decimal)}`,
      };
    }
    values.push(value);
  }
  return values.length === 0 ? { missing: "score" } : { sequence, values, primes: hasPrimes(cell, ends) };
}

function decimalOf(layout: TableLayout, file: string): DecimalMark {
  const cells = layout.rows.flatMap((row) =>
    "fields" in row
      ? layout.scores.map((column) => ({ line: row.line, column, cell: (row.fields[column] ?? "").trim() }))
      : [],
  );
  const decimal = guessDecimal(cells.map(({ cell }) => cell));
  if (decimal !== "unclear") return decimal;
  const { line, column, cell } = cells.find((one) => one.cell.includes(","))!;
  throw new WindageError(
    "data/unclear-decimal",
    `${file}:${line}: column ${JSON.stringify(layout.names[column])}: ${JSON.stringify(cell)} and all others like it may be thousands or decimals; say which with --decimal comma, or write the numbers without commas`,
  );
}

function summarise(sequence: string, values: readonly number[]): Measurement {
  const count = values.length;
  const score = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - score) ** 2, 0);
  return { sequence, score, count, spread: count > 1 ? Math.sqrt(squares / (count - 1)) : 0 };
}

/** The standard deviation of one measurement, pooled over all sequences that were measured more than once. */
function pooledSpread(measurements: readonly Measurement[]): number | null {
  let squares = 0;
  let freedom = 0;
  for (const { count, spread } of measurements) {
    squares += (count - 1) * spread ** 2;
    freedom += count - 1;
  }
  return freedom === 0 ? null : Math.sqrt(squares / freedom);
}
