/**
 * Reads a list of sequences in whatever form it comes: FASTA, one per line, or a table with a column of them. Lines
 * without a sequence over the alphabet, such as headers, are passed over.
 */
import { parseCsv } from "../../landscape/parse-csv.ts";

/** The sequences in a text; in capitals, unless the alphabet has small letters. */
export function readSequenceList(text: string, alphabet: string): readonly string[] {
  const letters = new Set(alphabet);
  const isSequence = (cell: string): boolean =>
    cell !== "" && Array.from(cell).every((letter) => letters.has(letter));
  const sequencesIn = (cells: readonly string[]): string[] =>
    cells.flatMap((cell) => [cell.trim(), cell.trim().toUpperCase()].find(isSequence) ?? []);
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  if (lines.some((line) => line.startsWith(">"))) {
    const records: string[] = [];
    for (const line of lines) {
      if (line.startsWith(">")) records.push("");
      else if (records.length > 0) records[records.length - 1] += line.trim();
    }
    return sequencesIn(records);
  }
  // The first mark that can separate columns does.
  const delimiter = /[,;\t]/.exec(text)?.[0] ?? ",";
  return parseCsv(text, delimiter).flatMap((row) =>
    "fields" in row ? sequencesIn(row.fields).slice(0, 1) : [],
  );
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
