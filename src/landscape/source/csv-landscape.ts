/**
 * Scores from a CSV file with a header line and one row per sequence. The caller says what a sequence that is
 * not in the file is worth; there is no default, because every answer is wrong for someone. When all sequences
 * have one length and the space is small the result is a complete table, otherwise an oracle.
 */

import { basename } from "node:path";
import { WindageError } from "../../error.ts";
import type { Landscape } from "../landscape.ts";
import { ListedOracle } from "./listed-oracle.ts";
import { type CsvRow, parseCsv } from "./parse-csv.ts";
import { parseDecimal } from "../parse-decimal.ts";
import { ProblemList, listSome } from "../problem-list.ts";
import { type Provenance, describeFile } from "../provenance.ts";
import { quoteSequence } from "../quote-sequence.ts";
import { decodeText, readUserFile } from "../../file/read-user-file.ts";
import { SequenceSpace } from "../sequence-space.ts";
import { sha256 } from "../../file/sha256.ts";
import { TableLandscape } from "../table-landscape.ts";

/**
 * What a sequence that the file does not list scores: nothing (`"error"`), 0 and hence the reward's floor
 * (`"floor"`), or a given number.
 */
export type MissingPolicy = "error" | "floor" | number;

/** How to read the file. */
export interface CsvOptions {
  readonly name?: string;
  /** The letters in their order, such as "ACGT". */
  readonly alphabet: string;
  readonly missing: MissingPolicy;
  readonly sequenceColumn?: string;
  readonly scoreColumn?: string;
  readonly delimiter?: "," | ";" | "\t";
  /** Spaces of at most this many sequences become a table; 2^20 unless told. */
  readonly tableUpTo?: number;
}

/** Reads a CSV file. */
export async function loadCsvLandscape(
  path: string,
  options: CsvOptions,
): Promise<{ readonly landscape: Landscape; readonly provenance: Provenance }> {
  const bytes = await readUserFile(path);
  const file = basename(path);
  const { landscape, rows } = parseCsvLandscape(decodeText(bytes, path), { name: file, ...options }, path);
  const source = describeFile(file, sha256(bytes));
  return { landscape, provenance: { source: file, files: [source], published: source.published, rows } };
}

/** Reads the sequences and scores that a CSV file lists, without saying anything about others. */
export async function loadScoredSequences(
  path: string,
  options: Omit<CsvOptions, "missing" | "name" | "tableUpTo">,
): Promise<ReadonlyMap<string, number>> {
  const text = decodeText(await readUserFile(path), path);
  return readScores(text, { ...options, missing: "error" }, path).scores;
}

/** Reads the text of a CSV file; `file` is only for messages. */
export function parseCsvLandscape(
  text: string,
  options: CsvOptions,
  file = "csv",
): { readonly landscape: Landscape; readonly rows: number } {
  const { missing } = options;
  if (missing !== "error" && missing !== "floor" && !Number.isFinite(missing)) {
    throw new WindageError(
      "landscape/invalid-option",
      `missing: got ${JSON.stringify(missing)}, expected "error", "floor" or a finite number`,
    );
  }
  const { scores, rows } = readScores(text, options, file);
  const name = options.name ?? "csv";
  const lengths = new Set(Array.from(scores.keys(), (sequence) => sequence.length));
  const [length] = lengths;
  if (length !== undefined && lengths.size === 1) {
    const space = new SequenceSpace(options.alphabet, length);
    if (space.size <= (options.tableUpTo ?? 2 ** 20)) {
      return { landscape: fillTable(name, space, scores, missing, file), rows };
    }
  }
  return { landscape: new ListedOracle(name, scores, missing === "floor" ? 0 : missing), rows };
}

function fillTable(
  name: string,
  space: SequenceSpace,
  scores: ReadonlyMap<string, number>,
  missing: MissingPolicy,
  file: string,
): TableLandscape {
  const absent: string[] = [];
  const fallback = typeof missing === "number" ? missing : 0;
  const table = new Float64Array(space.size);
  for (let index = 0; index < table.length; index++) {
    const sequence = space.sequenceAt(index);
    const score = scores.get(sequence);
    if (score === undefined) absent.push(sequence);
    table[index] = score ?? fallback;
  }
  if (missing === "error" && absent.length > 0) {
    throw new WindageError(
      "data/incomplete",
      `${file}: ${absent.length} of ${space.size} sequences have no score (${listSome(absent)}); ` +
        'add them, or choose what they score with missing: "floor" or a number',
    );
  }
  return new TableLandscape(name, space, table);
}

function readScores(
  text: string,
  options: CsvOptions,
  file: string,
): { readonly scores: ReadonlyMap<string, number>; readonly rows: number } {
  const [header, ...rows] = parseCsv(text, options.delimiter);
  const columns = findColumns(header, options, file);
  const letters = new Set(new SequenceSpace(options.alphabet, 1).alphabet);
  const scores = new Map<string, number>();
  const lineOf = new Map<string, number>();
  const problems = new ProblemList();
  for (const row of rows) {
    const read = readRow(row, columns, letters);
    if ("problem" in read) {
      problems.add(`${file}:${row.line}: ${read.problem}`);
      continue;
    }
    const earlier = scores.get(read.sequence);
    if (earlier !== undefined && earlier !== read.score) {
      const where = `line ${lineOf.get(read.sequence)}`;
      problems.add(
        `${file}:${row.line}: ${quoteSequence(read.sequence)} scores ${read.score} here and ${earlier} on ${where}`,
      );
    } else if (earlier === undefined) {
      scores.set(read.sequence, read.score);
      lineOf.set(read.sequence, row.line);
    }
  }
  problems.throwIfAny(
    "data/invalid-csv",
    `${file}: ${problems.count} of ${rows.length} rows cannot be used`,
    `Expected one row per sequence over "${options.alphabet}" with a finite score.`,
  );
  if (scores.size === 0) {
    throw new WindageError(
      "data/invalid-csv",
      `${file}: got a header and no rows, expected at least one sequence`,
    );
  }
  return { scores, rows: rows.length };
}

interface Columns {
  readonly sequence: number;
  readonly score: number;
  readonly count: number;
}

function findColumns(header: CsvRow | undefined, options: CsvOptions, file: string): Columns {
  const names = header !== undefined && "fields" in header ? header.fields.map((name) => name.trim()) : [];
  const find = (wanted: string): number =>
    names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase());
  const [wantedSequence, wantedScore] = [
    options.sequenceColumn ?? "sequence",
    options.scoreColumn ?? "score",
  ];
  const columns = { sequence: find(wantedSequence), score: find(wantedScore), count: names.length };
  if (columns.sequence >= 0 && columns.score >= 0) return columns;
  const got =
    header !== undefined && "problem" in header ? header.problem : JSON.stringify(names).slice(0, 200);
  throw new WindageError(
    "data/invalid-csv",
    `${file}:${header?.line ?? 1}: got the header ${got}, expected columns named "${wantedSequence}" and ` +
      `"${wantedScore}"; add a header line, or name your columns with sequenceColumn and scoreColumn`,
  );
}

function readRow(
  row: CsvRow,
  columns: Columns,
  letters: ReadonlySet<string>,
): { readonly sequence: string; readonly score: number } | { readonly problem: string } {
  if ("problem" in row) return row;
  const { fields } = row;
  if (fields.length !== columns.count) {
    return { problem: `got ${fields.length} columns, expected ${columns.count} as in the header` };
  }
  const sequence = fields[columns.sequence]!.trim();
  if (sequence === "") return { problem: "the sequence is empty" };
  for (let at = 0; at < sequence.length; at++) {
    if (!letters.has(sequence[at]!)) {
      return {
        problem: `${quoteSequence(sequence)} has ${JSON.stringify(sequence[at])} at position ${at + 1}, which is not in the alphabet`,
      };
    }
  }
  const score = parseDecimal(fields[columns.score]!);
  if (score !== undefined) return { sequence, score };
  return {
    problem: `the score of ${quoteSequence(sequence)} is ${JSON.stringify(fields[columns.score])}, expected a finite number`,
  };
}
