/**
 * Reads the raw text table of a protein-binding microarray: tab separated, one row per 8-mer with its reverse
 * complement and its E-score (other columns are ignored), with or without the header line. Every row is
 * checked; the first problems are reported with file and line.
 */

import type { Measurements } from "./assemble-eight-mers.ts";
import type { CsvRow } from "../text/csv-rows.ts";
import { parseCsv } from "../text/parse-csv.ts";
import { parseDecimal } from "../text/parse-decimal.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import { ProblemList } from "../text/problem-list.ts";
import { reverseComplement } from "../exact/reverse-complement.ts";
import { DNA, SequenceSpace } from "../exact/sequence-space.ts";
import { WindageError } from "../../error.ts";

const SPACE = new SequenceSpace(DNA, 8);
const E_SCORE_COLUMN = 2;

/** The table's measurements, both strands, and how many rows it has. */
export function parseEightMerTable(text: string, file: string): Measurements & { readonly rows: number } {
  const lines = parseCsv(text, "\t");
  const column = scoreColumn(lines[0], file);
  const indices: number[] = [];
  const values: number[] = [];
  const lineOf: number[] = [];
  const problems = new ProblemList();
  let rows = 0;
  for (const [at, row] of lines.entries()) {
    const fields = fieldsOf(row);
    if ((at === 0 && isHeader(fields)) || fields.every((field) => field === "")) continue;
    rows++;
    const problem = "problem" in row ? row.problem : rowProblem(fields, column);
    if (problem !== undefined) {
      problems.add(`${file}:${row.line}: ${problem}`);
      continue;
    }
    const [forward, backward] = [SPACE.indexOf(fields[0]!), SPACE.indexOf(fields[1]!)];
    const value = parseDecimal(fields[column]!)!;
    for (const index of forward === backward ? [forward] : [forward, backward]) {
      indices.push(index);
      values.push(value);
      lineOf.push(row.line);
    }
  }
  problems.throwIfAny(
    "data/invalid-table",
    `${file}: ${problems.count} of ${rows} rows cannot be read`,
    "Expected tab-separated rows such as AAAAAAAC, GTTTTTTT, -0.12351, as UniPROBE's *_8mers.txt files have them.",
  );
  return { indices, values, where: (at) => `${file}:${lineOf[at]}`, rows };
}

/** The fields of a row; those of a broken one are one field, so that it is counted. */
function fieldsOf(row: CsvRow): readonly string[] {
  return "problem" in row ? [row.problem] : row.fields.map((field) => field.trim());
}

function isHeader(fields: readonly string[]): boolean {
  return SPACE.find(fields[0] ?? "") < 0;
}

/** Where the E-score stands: by its name when there is a header, else the third column. */
function scoreColumn(first: CsvRow | undefined, file: string): number {
  const names = first === undefined ? [""] : fieldsOf(first);
  if (!isHeader(names)) return E_SCORE_COLUMN;
  const column = names.findIndex((name) => /^e[-_ ]?score$/i.test(name));
  if (column < E_SCORE_COLUMN) {
    throw new WindageError(
      "data/invalid-table",
      `${file}:1: got the columns ${JSON.stringify(names).slice(0, 200)}, expected two columns of 8-mers and one named E-score, ` +
        "separated by tabs, as in UniPROBE's *_8mers.txt files",
    );
  }
  return column;
}

function rowProblem(fields: readonly string[], column: number): string | undefined {
  if (fields.length <= column)
    return `got ${fields.length} column${fields.length === 1 ? "" : "s"}, expected at least ${column + 1}`;
  const [sequence, partner] = [fields[0]!, fields[1]!];
  const problem = SPACE.problemWith(sequence) ?? SPACE.problemWith(partner);
  if (problem !== undefined) return problem;
  if (reverseComplement(sequence) !== partner) {
    return `${partner} is not the reverse complement of ${sequence}, expected ${reverseComplement(sequence)}`;
  }
  if (parseDecimal(fields[column]!) === undefined) {
    return `the E-score of ${sequence} is ${quoteSequence(fields[column]!)}, expected a finite number`;
  }
  return undefined;
}
