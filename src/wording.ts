/**
 * Sentences that name settings. A setting has one path, that of the library (`batch.onPolicy`), and each front end spells
 * it in its own way: a flag on the command line, a field of a form, a key of a file. So a sentence is kept as a function
 * of the spelling until somebody reads it, and nobody has to find names in finished text.
 */

/** How whoever reads a sentence writes a setting, and with a value, that setting with that value. */
export type Spelling = (path: string, value?: boolean | number | string) => string;

/** A sentence that names settings. */
export type Wording = (spell: Spelling) => string;

/** The spelling of programs: `batch.onPolicy`, and with a value `backward "learned"`. */
export const inLibrary: Spelling = (path, value) =>
  value === undefined ? path : `${path} ${JSON.stringify(value)}`;
