/**
 * A small reader of comma-separated values (RFC 4180): quoted fields with doubled quotes, commas and line
 * breaks inside them, LF, CRLF or CR. It keeps line numbers and reports broken rows instead of guessing. It does
 * not know about headers, numbers or sequences.
 */

/** One row with the line it starts on (from 1), or what is wrong with it. */
export type CsvRow =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly problem: string };

const QUOTE = '"';

/** All rows of a text; lines without any character are skipped. */
export function parseCsv(source: string, delimiter = ","): readonly CsvRow[] {
  // Some spreadsheets still write the line ends of old Macs.
  const text = source.includes("\n") ? source : source.replaceAll("\r", "\n");
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = line;
    const fields: string[] = [];
    let problem: string | undefined;
    for (;;) {
      const field = text[at] === QUOTE ? quotedField(text, at) : plainField(text, at, delimiter);
      fields.push(field.value);
      problem ??= field.problem;
      line += field.lineBreaks;
      at = field.end;
      if (text[at] !== delimiter) break;
      at++;
    }
    if (at < text.length && !isLineEnd(text, at)) {
      problem ??= `got ${JSON.stringify(text.slice(at, at + 20))} after a closing quote, expected the end of the field`;
      while (at < text.length && !isLineEnd(text, at)) at++;
    }
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
    line++;
    if (problem !== undefined) rows.push({ line: start, problem });
    else if (fields.length > 1 || fields[0] !== "") rows.push({ line: start, fields });
  }
  return rows;
}

interface Field {
  readonly value: string;
  readonly end: number;
  readonly lineBreaks: number;
  readonly problem?: string;
}

function quotedField(text: string, start: number): Field {
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf(QUOTE, at);
    if (quote < 0) {
      const end = text.length;
      return { value, end, lineBreaks: 0, problem: "a quoted field is never closed, expected another quote" };
    }
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== QUOTE) break;
    value += QUOTE;
    at++;
  }
  return { value, end: at, lineBreaks: value.split("\n").length - 1 };
}

function plainField(text: string, start: number, delimiter: string): Field {
  let end = start;
  while (end < text.length && text[end] !== delimiter && !isLineEnd(text, end)) end++;
  const value = text.slice(start, end);
  if (!value.includes(QUOTE)) return { value, end, lineBreaks: 0 };
  return {
    value,
    end,
    lineBreaks: 0,
    problem: `got a quote inside ${JSON.stringify(value.slice(0, 40))}, expected quotes around the whole field`,
  };
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === "\n" || (text[at] === "\r" && text[at + 1] === "\n");
}
