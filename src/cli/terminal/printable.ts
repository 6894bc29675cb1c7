/**
 * Makes text from files safe to print. A file may hold characters that move the cursor, change colours or turn
 * the direction of writing; shown as they are, they could make a terminal say something else than the file.
 */

/** The text with control and format characters spelled out; line ends stay. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** The text on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", String.raw`\n`);
}

/** The beginning of a text that has to fit into some columns; all of it when there is no limit. */
export function clip(text: string, columns: number | undefined): string {
  const letters = Array.from(text);
  if (columns === undefined || letters.length <= columns) return text;
  return `${letters.slice(0, Math.max(0, columns - 1)).join("")}…`;
}
