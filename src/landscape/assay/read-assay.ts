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
import type { Assay, AssayOptions, Bound, DecimalMark, Measurement } from "./assay.ts";
import { notesOn } from "./assay-notes.ts";
import { findParent, type FoundParent } from "./find-parent.ts";
import { guessAlphabet, protein } from "./guess-alphabet.ts";
import { expectedNumber, guessDecimal, isAbsent, measuredCell, type MeasuredCell } from "./measured-value.ts";
import { isOfProtein } from "./mutation-text.ts";
import {
  adviceOn,
  bare,
  capitals,
  endsOf,
  hasPrimes,
  modifierIn,
  type SequenceEnds,
} from "./sequence-text.ts";
import { placed, type Spelled, variantSpeller } from "./spell-variant.ts";
import { type TableLayout, tableLayout } from "./table-layout.ts";

/** Reads measured sequences from the text of a CSV file as laboratories write them; `file` is only for messages. */
export function readAssay(text: string, options: AssayOptions = {}, file = "assay"): Assay {
  const layout = tableLayout(text, options, file);
  const decimal = options.decimal ?? decimalOf(layout, file);
  const upper = new Upper();
  const written = layout.rows.flatMap((row) =>
    "fields" in row ? [row.fields[layout.sequence]?.trim() ?? ""] : [],
  );
  const present = written.filter((cell) => !isAbsent(cell));
  const ends = endsOf(present, options.alphabet);
  const parent = present.length === 0 ? undefined : findParent(layout, options, file);
  const spell =
    parent !== undefined && layout.mutations === layout.sequence ? variantSpeller(parent) : undefined;
  const sequences = present.flatMap((cell) => {
    if (spell === undefined) return [capitals(bare(cell, ends).text)];
    const one = spell(cell);
    return "sequence" in one ? [one.sequence] : [];
  });
  if (present.length === 0) {
    throw new WindageError(
      "data/invalid-csv",
      `${file}: got ${layout.rows.length === 0 ? "a header and no rows" : "no row with a sequence"}, expected at least one sequence with its score`,
    );
  }
  const guessed =
    spell !== undefined && present.some(isOfProtein)
      ? protein
      : guessAlphabet(
          parent === undefined ? sequences : [...sequences, parent.sequence],
          peptideName.test(layout.names[layout.sequence]!),
        );
  const wanted = options.alphabet ?? guessed.letters;
  // Where nothing is a letter every row is refused below, with what to do.
  const alphabet =
    wanted === "" && options.alphabet === undefined ? "" : new SequenceSpace(wanted, 1).alphabet;
  const reader = { layout, decimal, letters: new Set(alphabet), upper, ends, spell };
  requireLetters(parent, alphabet, file);
  const told = options.alphabet !== undefined;
  const advice = new Set<string>();
  const bared = { primes: 0, stops: 0 };
  const values = new Map<string, MeasuredCell[]>();
  const problems = new ProblemList();
  const missing = { score: 0, sequence: 0, stop: 0, lengths: 0 };
  let parentRows = 0;
  for (const row of layout.rows) {
    const read = readRow(row, reader);
    if ("problem" in read) {
      problems.add(`${file}:${row.line}: ${read.problem}`);
      if ("sign" in read) advice.add(adviceOn(read.cell, read.sign, { alphabet, told }) ?? "");
    } else if ("missing" in read) missing[read.missing]++;
    else {
      if (read.primes) bared.primes++;
      if (ends.stops) bared.stops++;
      if (read.isParent) parentRows++;
      const sequence = parent === undefined ? read.sequence : placed(read.sequence, parent);
      const earlier = values.get(sequence);
      if (earlier === undefined) values.set(sequence, [...read.values]);
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
  const limits = detectionLimits(values.values());
  const measurements = Array.from(values, ([sequence, repeats]) =>
    summarise(
      sequence,
      repeats.map(({ value, bound }) => ({ value: value ?? limits[bound!], ...(bound ? { bound } : {}) })),
    ),
  );
  if (measurements.length === 0) {
    throw new WindageError(
      "data/invalid-csv",
      `${file}: got no score that is not empty, expected at least one`,
    );
  }
  const noise = pooledSpread(measurements);
  const dropped = missing.score + missing.sequence + missing.stop + missing.lengths;
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
    ...(parent === undefined ? {} : { parent: { sequence: parent.sequence, numbers: parent.numbers } }),
    noise,
    notes: notesOn({
      parent: parent === undefined ? undefined : { ...parent, rows: spell === undefined ? 0 : parentRows },
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
  /** Spells mutations, where variants are written so. */
  readonly spell: ((cell: string) => Spelled) | undefined;
}

type RowResult =
  | {
      readonly sequence: string;
      readonly values: readonly MeasuredCell[];
      readonly primes: boolean;
      readonly isParent: boolean;
    }
  | { readonly missing: "score" | "sequence" | "stop" | "lengths" }
  | { readonly problem: string }
  /** With the place of the sign that is not in the alphabet. */
  | { readonly problem: string; readonly cell: string; readonly sign: number };

function readRow(row: CsvRow, { layout, decimal, letters, upper, ends, spell }: Reader): RowResult {
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
  const spelled = spell?.(cell);
  if (spelled !== undefined && "problem" in spelled) {
    return { problem: `column ${quoteSequence(names[at]!)}: ${spelled.problem}` };
  }
  if (spelled !== undefined && "missing" in spelled) return spelled;
  const { text: inner, before } =
    spelled === undefined ? bare(cell, ends) : { text: spelled.sequence, before: 0 };
  if (inner === "") return { missing: "sequence" };
  const lowerCaseMatters = Array.from(inner).every((letter) => letters.has(letter));
  const sequence = lowerCaseMatters ? inner : upper.of(inner);
  const modifier = lowerCaseMatters ? undefined : modifierIn(inner);
  for (let position = 0; position < sequence.length; position++) {
    if (letters.has(sequence[position]!) && position !== modifier) continue;
    const sign = before + position;
    if (spelled !== undefined) {
      return {
        problem: `column ${quoteSequence(names[at]!)}: ${quoteSequence(cell)} makes ${JSON.stringify(sequence[position])}, which is not in the alphabet`,
      };
    }
    return {
      problem: `column ${quoteSequence(names[at]!)}: ${quoteSequence(cell)} has ${JSON.stringify(cell[sign])} at position ${sign + 1}, which is not in the alphabet`,
      cell,
      sign,
    };
  }
  const values: MeasuredCell[] = [];
  for (const index of scores) {
    const text = fields[index]!;
    if (isAbsent(text)) continue;
    const value = measuredCell(text, decimal);
    if (value === undefined) {
      return {
        problem: `column ${quoteSequence(names[index]!)}: got ${quoteSequence(text)}, expected ${expectedNumber(text, decimal)}`,
      };
    }
    values.push(value);
  }
  if (values.length === 0) return { missing: "score" };
  const isParent = spelled?.isParent === true;
  return { sequence, values, primes: spelled === undefined && hasPrimes(cell, ends), isParent };
}

/** Throws for a parent of which no variant could be written. */
function requireLetters(parent: FoundParent | undefined, alphabet: string, file: string): void {
  const odd = Array.from(parent?.sequence ?? "").find((letter) => !alphabet.includes(letter));
  if (odd === undefined) return;
  throw new WindageError(
    "data/other-parent",
    `${file}: got a parent with ${JSON.stringify(odd)} in it, expected letters of ${alphabet === "" ? "an alphabet" : alphabet}; check --parent, or name the letters with --alphabet`,
  );
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

/** What "below detection" and "above" stand for where no number says it: the least and the greatest number of the file. */
function detectionLimits(rows: Iterable<readonly MeasuredCell[]>): Readonly<Record<Bound, number>> {
  let [below, above] = [Infinity, -Infinity];
  for (const row of rows) {
    for (const { value } of row) {
      if (value === undefined) continue;
      below = Math.min(below, value);
      above = Math.max(above, value);
    }
  }
  return Number.isFinite(below) ? { below, above } : { below: 0, above: 0 };
}

/** Repeats of one sequence. Bounds alone leave a bound, the one that says most; beside values they count as their limit. */
function summarise(
  sequence: string,
  cells: readonly { readonly value: number; readonly bound?: Bound }[],
): Measurement {
  const values = cells.map(({ value }) => value);
  const [first] = cells;
  const bound = cells.every((cell) => cell.bound === first!.bound) ? first!.bound : undefined;
  if (bound !== undefined) {
    const score = bound === "above" ? Math.max(...values) : Math.min(...values);
    return { sequence, score, count: values.length, spread: 0, bound };
  }
  const count = values.length;
  const score = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - score) ** 2, 0);
  return { sequence, score, count, spread: count > 1 ? Math.sqrt(squares / (count - 1)) : 0 };
}

/** The standard deviation of one measurement, pooled over all sequences that were measured more than once. */
function pooledSpread(measurements: readonly Measurement[]): number | null {
  let squares = 0;
  let freedom = 0;
  for (const { count, spread, bound } of measurements) {
    // Two that are only known to lie beyond a limit say nothing of spread.
    if (bound !== undefined) continue;
    squares += (count - 1) * spread ** 2;
    freedom += count - 1;
  }
  return freedom === 0 ? null : Math.sqrt(squares / freedom);
}
