/** What designs are made with besides measurements: files that options name. */
import { WindageError } from "../../error.ts";
import type { Measurement } from "../../landscape/index.ts";
import type { CommandContext } from "../option-table.ts";
import { counted } from "../../number-words.ts";

/** The text of a file that the user named. */
export async function readText(path: string): Promise<string> {
  const { decodeText, readUserFile } = await import("../../file/read-user-file.ts");
  return decodeText(await readUserFile(path), path);
}

/** Before the work: a file that cannot be written should not cost a search. */
export async function requireWritable(path: string, ...read: readonly string[]): Promise<void> {
  const { checkOutput } = await import("../../file/output-file.ts");
  await checkOutput(path, ...read);
}

/** The sequences of a list that are never to be proposed, and what there is to say of it. */
export async function excluded(
  file: string | undefined,
  alphabet: string,
  measurements: readonly Measurement[],
  { progress }: CommandContext,
): Promise<readonly string[]> {
  if (file === undefined) return [];
  const { notesOnList, readSequenceList } = await import("../../design/batch/read-sequence-list.ts");
  const { DesignSpace } = await import("../../design/search/design-space.ts");
  const text = await readText(file);
  const made = { alphabet, ...DesignSpace.of(measurements, alphabet).lengths };
  const source = `--exclude: ${file}`;
  const list = [...new Set(readSequenceList(text, made, source))];
  if (list.length > 0) {
    progress(`Read ${file}: ${counted(list.length, "sequence")} never to propose.`);
    for (const note of notesOnList(text, made, source)) progress(`--exclude: ${note}`);
    return list;
  }
  throw new WindageError(
    "design/bad-list",
    `--exclude: ${file}: got no sequence over ${alphabet} in it, expected FASTA, one per line, or a table`,
  );
}
