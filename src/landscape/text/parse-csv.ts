/**
 * Comma-separated values, cut into fields by Papa Parse. What is added here: every row knows the line it starts on, and
 * a row with broken quotes is reported and costs only itself, where the parser alone would swallow the rows up to the
 * next quote. It does not know about headers, numbers or sequences.
 */
import Papa from "papaparse";

/** One row with the line it starts on (from 1), or what is wrong with it. */
export type CsvRow =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** After so many broken rows the rest is given up: each costs another search for a closing quote up to the end. */
const mostBroken = 100;

/** All rows of a text; lines without any character are skipped, line ends inside of quotes are read as `\n`. */
export function parseCsv(source: string, delimiter = ","): readonly CsvRow[] {
  const text = source.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  for (let broken = 0; at < text.length; broken++) {
    const read = readSound(text.slice(at), delimiter, line, rows);
    if (read.problem === undefined) break;
    const { problem } = read;
    if (broken === mostBroken) {
      rows.push({
        line: read.line,
        problem: `${problem}; ${mostBroken} rows before it are broken as well, reading stopped`,
      });
      break;
    }
    rows.push({ line: read.line, problem });
    const end = text.indexOf("\n", at + read.length);
    at = end < 0 ? text.length : end + 1;
    line = read.line + 1;
  }
  return rows;
}

/** The first mark in the first line that can separate columns; a comma where there is none. */
export function headerDelimiter(text: string): string {
  return /^[^\r\n]*?([,;\t])/.exec(text)?.[1] ?? ",";
}

interface Read {
  /** How many characters were read, up to the row with the problem if there is one. */
  readonly length: number;
  /** The line after what was read. */
  readonly line: number;
  readonly problem?: string | undefined;
}

/** Appends the rows up to the first broken one. */
function readSound(text: string, delimiter: string, firstLine: number, rows: CsvRow[]): Read {
  let length = 0;
  let line = firstLine;
  let problem: string | undefined;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: "\n",
    step({ data: fields, errors, meta }, parser) {
      if (errors[0] !== undefined) {
        problem = inOurWords(errors[0].code, text.slice(length));
        parser.abort();
        return;
      }
      if (fields.length > 1 || fields[0] !== "") rows.push({ line, fields });
      line += 1 + lineBreaks(fields);
      length = meta.cursor;
    },
  });
  return { length, line, problem };
}

function inOurWords(code: string, from: string): string {
  const row = JSON.stringify(from.slice(0, Math.min(40, (from + "\n").indexOf("\n"))));
  return code === "MissingQuotes"
    ? `a quoted field is never closed in ${row}, expected another quote`
    : `got more after a closing quote in ${row}, expected the end of the field (quotes inside of a field are doubled)`;
}

function lineBreaks(fields: readonly string[]): number {
  let breaks = 0;
  for (const field of fields) if (field.includes("\n")) breaks += field.split("\n").length - 1;
  return breaks;
}
