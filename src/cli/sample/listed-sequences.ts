/** Files of sequences that `windage sample` is given: beginnings to finish, and what to leave out. */
import type { Made } from "../../design/batch/read-sequence-list.ts";
import { WindageError } from "../../error.ts";

/** A file that was read, and its option. */
export interface ListedFile {
  readonly option: string;
  readonly path: string;
  readonly text: string;
}

/** The file of an option, read; undefined where none was given. */
export async function readListed(option: string, path: string | undefined): Promise<ListedFile | undefined> {
  if (path === undefined) return undefined;
  const { readTableText } = await import("../../file/read-table.ts");
  return { option, path, text: await readTableText(path) };
}

/** What to say of a file of sequences to leave out. */
export async function notesOnListed(
  file: ListedFile | undefined,
  made: Made | undefined,
): Promise<readonly string[]> {
  if (file === undefined || made === undefined) return [];
  const { notesOnList } = await import("../../design/batch/read-sequence-list.ts");
  const { option, path, text } = file;
  return notesOnList(text, made, `${option}: ${path}`).map((note) => `${option}: ${note}`);
}

/** The beginnings that were typed and those that a file lists; undefined where there are neither. */
export async function beginningTexts(
  typed: readonly string[] | undefined,
  file: ListedFile | undefined,
  made: Made | undefined,
): Promise<readonly string[] | undefined> {
  if (file === undefined) return typed;
  const { readSequenceList } = await import("../../design/batch/read-sequence-list.ts");
  const letters = made?.alphabet ?? "";
  const begun = { alphabet: letters, minLength: 1, maxLength: made?.maxLength ?? 1 };
  const texts = [...(typed ?? []), ...readSequenceList(file.text, begun, file.option)];
  if (texts.length > 0) return texts;
  throw new WindageError(
    "cli/invalid-value",
    `${file.option}: got a file without a beginning in it, expected one per line, of the letters ${letters}.`,
  );
}
