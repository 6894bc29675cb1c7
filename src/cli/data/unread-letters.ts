/**
 * Reads with letters that a sequencer could not tell, written as N (as X where N is a letter of the alphabet), and rows
 * where nothing was observed: they are taken out of a file of reads before it is read, and counted. All other lines stay where they are, so that messages
 * name the lines of the file; an intended sequence with such a letter is a mistake and is left for them.
 */
import { WindageError } from "../../error.ts";
import { isAbsent } from "../../landscape/assay/measured-value.ts";
import { parseDecimal } from "../../landscape/text/parse-decimal.ts";
import { headerDelimiter, parseCsv } from "../../landscape/text/parse-csv.ts";

/** The text without such reads, how many reads they stood for, and the letter. */
export interface ClearReads {
  readonly text: string;
  readonly leftOut: number;
  readonly mark: string;
}

/** Leaves out reads that were not read to the end; `file` is only for messages. */
export function withoutUnreadLetters(text: string, alphabet: string, file: string): ClearReads {
  const mark = alphabet.includes("N") ? "X" : "N";
  const unchanged = { text, leftOut: 0, mark };
  if (alphabet.includes(mark)) return unchanged;
  const [header, ...rows] = parseCsv(text, headerDelimiter(text));
  if (header === undefined || !("fields" in header)) return unchanged;
  const names = header.fields.map((name) => name.trim().toLowerCase());
  const [intended, observed, count] = ["intended", "observed", "count"].map((name) => names.indexOf(name));
  // Columns that are not there are told of when the file is read.
  if (observed! < 0 || intended! < 0) return unchanged;
  const has = (fields: readonly string[], column: number): boolean =>
    fields[column]?.toUpperCase().includes(mark) ?? false;
  const isUnread = (fields: readonly string[]): boolean =>
    isAbsent(fields[observed!] ?? "") || (has(fields, observed!) && !has(fields, intended!));
  const unread = rows.flatMap((row) => ("fields" in row && isUnread(row.fields) ? [row] : []));
  if (unread.length === 0) return unchanged;
  if (unread.length === rows.length) {
    throw new WindageError(
      "design/bad-reads",
      `${file}: got ${mark}, a letter that could not be told, or nothing in every read, expected some reads over ${alphabet} alone; check the column "observed", or give --alphabet`,
    );
  }
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  for (const { line } of unread) lines[line - 1] = "";
  // A count that is no number is one read here: the row is not used, and nothing else is said about it.
  const readsOf = (fields: readonly string[]): number => {
    const number = count! < 0 ? undefined : parseDecimal(fields[count!] ?? "");
    return number !== undefined && number >= 0 ? number : 1;
  };
  const leftOut = unread.reduce((sum, { fields }) => sum + readsOf(fields), 0);
  return { text: lines.join("\n"), leftOut, mark };
}
