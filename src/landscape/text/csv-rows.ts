/**
 * Comma-separated values piece by piece, cut into fields by Papa Parse: a file of any size takes no more memory than the
 * row that is not complete yet. Every row knows the line it starts on, and a row with broken quotes is reported and
 * costs only itself, where the parser alone would swallow the rows up to the next quote. What has no end is reported
 * as soon as it is longer than anything that is meant. It does not know about headers, numbers or sequences.
 */
import Papa from "papaparse";

/** One row with the line it starts on (from 1), or what is wrong with it. */
export type CsvRow =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** How much is believed to be meant, in characters. */
export interface CsvBounds {
  /** The longest quoted field: a longer one is a quote that nobody closed. */
  readonly cell: number;
  /** The longest row. */
  readonly row: number;
}

const usualBounds: CsvBounds = { cell: 2 ** 20, row: 2 ** 24 };

/** After so many broken rows the rest is given up: each costs another search for a closing quote. */
const mostBroken = 100;

/** What Papa Parse says of some text, as far as it is used here. */
interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly code?: string; readonly index?: number }[];
  readonly meta: { readonly cursor: number };
}

export class CsvRows {
  readonly #delimiter: string;
  readonly #bounds: CsvBounds;
  /** What was pushed and is not a complete row yet. */
  #rest = "";
  /** The line that the rest begins on. */
  #line = 1;
  #begun = false;
  #broken = 0;
  #stopped = false;
  /** Whether the rest begins inside of a broken line, whose end has not come yet. */
  #skips = false;

  constructor(delimiter = ",", bounds: Partial<CsvBounds> = {}) {
    this.#delimiter = delimiter;
    this.#bounds = { ...usualBounds, ...bounds };
  }

  /** The rows that are complete with some more text; lines without any character are skipped. */
  push(text: string): CsvRow[] {
    if (text === "" || this.#stopped) return [];
    this.#rest += this.#begun ? text : text.replace(/^\uFEFF/, "");
    this.#begun = true;
    // A line feed may follow in the next piece.
    const held = this.#rest.endsWith("\r") ? "\r" : "";
    const rows = this.#take(this.#rest.slice(0, this.#rest.length - held.length), false);
    this.#rest += held;
    return rows;
  }

  /** The last row, which needs no line end. */
  end(): CsvRow[] {
    return this.#take(this.#rest, true);
  }

  #take(given: string, isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    this.#rest = given.includes("\r") ? given.replaceAll(/\r\n?/g, "\n") : given;
    for (;;) {
      if (this.#stopped || this.#rest === "") return rows;
      if (this.#skips && !this.#skipLine()) return rows;
      const problem = this.#readSound(rows, isEnd) ?? this.#endless(isEnd);
      if (problem === undefined) return rows;
      this.#stopped = this.#broken === mostBroken;
      rows.push({
        line: this.#line,
        problem: this.#stopped
          ? `${problem}; ${mostBroken} rows before it are broken as well, reading stopped`
          : problem,
      });
      this.#broken++;
      this.#skips = true;
    }
  }

  /** Goes on behind the end of a broken line; false where that has not come yet. */
  #skipLine(): boolean {
    const end = this.#rest.indexOf("\n");
    this.#rest = end < 0 ? "" : this.#rest.slice(end + 1);
    if (end < 0) return false;
    this.#line++;
    this.#skips = false;
    return this.#rest !== "";
  }

  /** Appends the rows up to the first broken one, of which it says what is wrong. */
  #readSound(rows: CsvRow[], isEnd: boolean): string | undefined {
    const text = this.#rest;
    let length = 0;
    let problem: string | undefined;
    const append = (fields: readonly string[]): void => {
      if (fields.length > 1 || fields[0] !== "") rows.push({ line: this.#line, fields });
      this.#line += 1 + lineBreaks(fields);
    };
    if (!text.includes('"')) {
      const { data, meta } = this.#parse(text, isEnd);
      for (const fields of data) append(fields);
      length = meta.cursor;
    } else {
      this.#parse(text, isEnd, ({ data, errors, meta }, stop) => {
        if (errors[0] !== undefined) {
          problem = inOurWords(errors[0].code, text.slice(length));
          return stop();
        }
        append(data[0]!);
        length = meta.cursor;
      });
    }
    this.#rest = text.slice(length);
    return problem;
  }

  /** What is wrong with a row whose end has not come for too long. */
  #endless(isEnd: boolean): string | undefined {
    const { length } = this.#rest;
    const { cell, row } = this.#bounds;
    if (isEnd || length <= Math.min(cell, row)) return undefined;
    const start = shown(this.#rest);
    const open = this.#rest.includes('"') ? this.#parse(this.#rest, false, undefined, true).errors : [];
    const [first] = open;
    if (first?.index !== undefined && length - first.index > cell) {
      return first.code === "MissingQuotes"
        ? `a quoted field is not closed within ${cell.toLocaleString("en-US")} characters in ${start}, expected another quote`
        : inOurWords(first.code, this.#rest);
    }
    return length <= row
      ? undefined
      : `got a row of more than ${row.toLocaleString("en-US")} characters in ${start}, expected one that ends before; is this a table?`;
  }

  /** One pass of the parser; an open row is left out unless it is the end, or asked for. */
  #parse(
    text: string,
    isEnd: boolean,
    step?: (row: Parsed, stop: () => void) => void,
    withOpen = isEnd,
  ): Parsed {
    const parser: Papa.Parser = new Papa.Parser({
      delimiter: this.#delimiter,
      newline: "\n",
      ...(step === undefined ? {} : { step: (row: unknown) => step(row as Parsed, () => parser.abort()) }),
    });
    return parser.parse(text, 0, !withOpen) as Parsed;
  }
}

function inOurWords(code: string | undefined, from: string): string {
  return code === "MissingQuotes"
    ? `a quoted field is never closed in ${shown(from)}, expected another quote`
    : `got more after a closing quote in ${shown(from)}, expected the end of the field (quotes inside of a field are doubled)`;
}

/** The beginning of a row, for a message. */
function shown(from: string): string {
  return JSON.stringify(from.slice(0, 40).split("\n", 1)[0]);
}

function lineBreaks(fields: readonly string[]): number {
  let breaks = 0;
  for (const field of fields) if (field.includes("\n")) breaks += field.split("\n").length - 1;
  return breaks;
}
