/** Sequences never to propose: as they are, or read from a file for what can be made. */
import { notesOnList, readSequenceList } from "../../design/batch/read-sequence-list.ts";
import { DesignSpace } from "../../design/search/design-space.ts";
import { WindageError } from "../../error.ts";
import { readTableText } from "../../file/read-table.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";
import { namingSetting } from "../naming-setting.ts";

/** A list, or the file that has it: FASTA, one per line, or a table. */
export type Exclude = readonly string[] | { readonly file: string };

/** What was read of a file. */
export interface Excluded {
  readonly file: string;
  readonly sequences: readonly string[];
  readonly notes: readonly string[];
}

/** The sequences; `onRead` hears how a file was read. */
export async function excludedOf(
  exclude: Exclude,
  alphabet: string,
  measurements: readonly Measurement[],
  onRead: (read: Excluded) => void,
): Promise<readonly string[]> {
  if (!("file" in exclude)) return exclude;
  const { file } = exclude;
  const text = await readTableText(file);
  const made = { alphabet, ...DesignSpace.of(measurements, alphabet).lengths };
  const source = `exclude: ${file}`;
  try {
    const sequences = [...new Set(readSequenceList(text, made, source))];
    if (sequences.length === 0) {
      throw new WindageError(
        "design/bad-list",
        `${source}: got no sequence over ${alphabet} in it, expected FASTA, one per line, or a table`,
      );
    }
    onRead({ file, sequences, notes: notesOnList(text, made, source) });
    return sequences;
  } catch (error) {
    throw namingSetting(error, "exclude");
  }
}
