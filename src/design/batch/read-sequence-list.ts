/**
 * Reads a list of sequences in whatever form it comes: FASTA, one per line, or a table with a column of them. Lines
 * without a sequence over the alphabet, such as headers, are passed over.
 */
import { parseCsv } from "../../landscape/text/parse-csv.ts";

/** The sequences in a text; in capitals, unless the alphabet has small letters. */
export function readSequenceList(text: string, alphabet: string): readonly string[] {
  return readEntries(text, alphabet).flatMap(({ sequence }) => sequence ?? []);
}

/** What to say of entries that hold no sequence, the first line apart, which may be a heading; undefined where all do. */
export function unreadEntries(text: string, alphabet: string): string | undefined {
  const unread = readEntries(text, alphabet).filter(({ sequence }, i) => i > 0 && sequence === undefined);
  const [first] = unread;
  if (first === undefined) return undefined;
  const more = unread.length === 1 ? "" : ` and ${unread.length - 1} more`;
  return `${JSON.stringify(first.text.slice(0, 40))}${more} passed over, because there is no sequence over ${alphabet} in it.`;
}

interface Entry {
  readonly text: string;
  readonly sequence: string | undefined;
}

function readEntries(text: string, alphabet: string): readonly Entry[] {
  const letters = new Set(alphabet);
  const isSequence = (cell: string): boolean =>
    cell !== "" && Array.from(cell).every((letter) => letters.has(letter));
  const entry = (cells: readonly string[]): Entry => ({
    text: cells.join(" "),
    sequence: cells.flatMap((cell) => [cell.trim(), cell.trim().toUpperCase()].find(isSequence) ?? [])[0],
  });
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  if (lines.some((line) => line.startsWith(">"))) {
    const records: string[] = [];
    for (const line of lines) {
      if (line.startsWith(">")) records.push("");
      else if (records.length > 0) records[records.length - 1] += line.trim();
    }
    return records.map((record) => entry([record]));
  }
  // The first mark that can separate columns does.
  const delimiter = /[,;\t]/.exec(text)?.[0] ?? ",";
  return parseCsv(text, delimiter).flatMap((row) => ("fields" in row ? [entry(row.fields)] : []));
}

/** What to say of listed sequences that are never made, because they have another length; undefined where there are none. */
export function otherLengths(
  list: readonly string[],
  { minLength, maxLength }: { readonly minLength: number; readonly maxLength: number },
): string | undefined {
  const others = list.filter(({ length }) => length < minLength || length > maxLength).length;
  if (others === 0) return undefined;
  const made = minLength === maxLength ? `${maxLength}` : `${minLength} to ${maxLength}`;
  return `${others} of ${list.length} listed sequences have another length than what is made (${made} letters), so leaving them out changes nothing.`;
}
