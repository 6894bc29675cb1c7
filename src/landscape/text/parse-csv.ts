/** Comma-separated values of one text (`CsvRows`), and what separates its columns. */
import { type CsvRow, CsvRows } from "./csv-rows.ts";

/** How much of a text is cut at a time: a search for a closing quote goes no further. */
const piece = 2 ** 20;

/** All rows of a text; lines without any character are skipped, line ends inside of quotes are read as `\n`. */
export function parseCsv(text: string, delimiter = ","): readonly CsvRow[] {
  const reader = new CsvRows(delimiter);
  const rows: CsvRow[] = [];
  for (let at = 0; at < text.length; at += piece)
    for (const row of reader.push(text.slice(at, at + piece))) rows.push(row);
  for (const row of reader.end()) rows.push(row);
  return rows;
}

/** The first mark in the first line that can separate columns; a comma where there is none. */
export function headerDelimiter(text: string): string {
  return /^[^\r\n]*?([,;\t])/.exec(text)?.[1] ?? ",";
}
