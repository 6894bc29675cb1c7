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

/** The same for a text that our own style may have decorated; its decorations, line ends and tabs stay. */
export function printableStyled(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the codes that decorate
  return text.replaceAll(/\u001b\[\d{1,3}m|[^\u001b\t]+|[\u001b\t]/g, (part) =>
    part === "\t" || part.startsWith("\u001b[") ? part : printable(part),
  );
}

/** A JSON document in which characters that a terminal would obey are written as \u….; it means the same. */
export function printableJson(json: string): string {
  return json.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
    ).join(""),
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

/** Beginning and end of a text that has to fit into some columns; the end, where names stand, has more of the room. */
export function clipMiddle(text: string, columns: number): string {
  const letters = Array.from(text);
  if (letters.length <= columns) return text;
  const beginning = Math.max(0, Math.floor((columns - 1) / 3));
  const end = Math.max(0, columns - 1 - beginning);
  return `${letters.slice(0, beginning).join("")}…${letters.slice(letters.length - end).join("")}`;
}
