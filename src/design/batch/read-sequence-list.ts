/**
 * Reads a list of sequences in whatever form it comes: FASTA, one per line, or a table with a column of them. Lines
 * without a sequence over the alphabet, such as headers, are passed over.
 */

/** The sequences in a text, in capitals. */
export function readSequenceList(text: string, alphabet: string): readonly string[] {
  const letters = new Set(alphabet);
  const isSequence = (cell: string): boolean =>
    cell !== "" && Array.from(cell).every((letter) => letters.has(letter));
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.some((line) => line.startsWith(">"))) {
    const records: string[] = [];
    for (const line of lines) {
      if (line.startsWith(">")) records.push("");
      else if (records.length > 0) records[records.length - 1] += line.trim().toUpperCase();
    }
    return records.filter(isSequence);
  }
  return lines.flatMap((line) => {
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replaceAll('"', "").toUpperCase());
    return cells.filter(isSequence).slice(0, 1);
  });
}
