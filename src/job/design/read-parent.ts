/** The parent that options name: letters as they are, anything else as a file with one sequence. */
import { WindageError } from "../../error.ts";
import { decodeText, readUserFile } from "../../file/read-user-file.ts";
import type { AssayOptions } from "../../landscape/assay/assay.ts";

/** Longer sequences are no parents of variants. */
const mostLetters = 100_000;

/** How a file is read, with the letters of its parent in place of the name of a file. */
export async function withParent(options: AssayOptions): Promise<AssayOptions> {
  const { parent } = options;
  return parent === undefined ? options : { ...options, parent: await readSequence(parent, "parent") };
}

/** The letters that an option gives, or those of the file it names. */
export async function readSequence(parent: string, setting: string): Promise<string> {
  if (/^[A-Za-z*\s]+$/.test(parent)) return parent;
  const text = decodeText(await readUserFile(parent), parent);
  const records = text
    .replace(/^\uFEFF/, "")
    .split(/^>.*$/m)
    .map((record) => record.replaceAll(/\s/g, ""));
  const sequences = records.filter((record) => record !== "");
  const [letters = ""] = sequences;
  if (sequences.length === 1 && letters.length <= mostLetters && /^[A-Za-z*]+$/.test(letters)) {
    return letters;
  }
  throw new WindageError(
    "data/no-parent",
    (say) =>
      `${say(setting)}: ${parent}: got ${sequences.length === 1 ? "signs that are no letters, or too many of them" : `${sequences.length} sequences`}, expected a file with one sequence, as FASTA or letters alone`,
  );
}
