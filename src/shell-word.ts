/** Words of lines that are to be copied into a shell. It imports nothing, and everyone may import it. */

/** The text as one word of a POSIX shell: as it is where that is safe, else in quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
