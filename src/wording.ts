/**
 * Sentences that name settings. A setting has one path, that of the library (`batch.onPolicy`), and each front end spells
 * it in its own way: a flag on the command line, a field of a form, a key of a file. So a sentence is kept as a function
 * of the spelling until somebody reads it, and nobody has to find names in finished text.
 */

/** How whoever reads a sentence writes a setting, and with a value, that setting with that value. */
export type Spelling = (path: string, value?: boolean | number | string) => string;

/** A sentence that names settings. */
export type Wording = (spell: Spelling) => string;

/** A sentence that may name settings. */
export type Said = string | Wording;

/** A sentence as its reader writes settings. */
export function inWords(said: Said, say: Spelling): string {
  return typeof said === "string" ? said : said(say);
}

/** The spelling of programs: `batch.onPolicy`, and with a value `backward "learned"`. */
export const inLibrary: Spelling = (path, value) =>
  value === undefined ? path : `${path} ${JSON.stringify(value)}`;

/** Stands around a setting in a sentence that goes to another process; no sentence of ours has it otherwise. */
const seal = "\u0001";

/** The spelling of a text that keeps which of its words are settings, for another process to spell. */
export const sealing: Spelling = (path, value) => `${seal}${JSON.stringify([path, value])}${seal}`;

/** The sentence that was spelled so. */
export function unsealed(text: string): Said {
  if (!text.includes(seal)) return text;
  const parts = text.split(seal);
  return (say) => parts.map((part, i) => (i % 2 === 0 ? part : say(...readSealed(part)))).join("");
}

function readSealed(part: string): Parameters<Spelling> {
  const [path, value] = JSON.parse(part) as [string, (boolean | number | string | null)?];
  return value === undefined || value === null ? [path] : [path, value];
}
