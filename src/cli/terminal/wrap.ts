/** Breaks prose into lines for a terminal. Words longer than a line stay whole, so that paths can be copied. */

/** Wraps `text` at `width` columns and indents every line but the first by `indent` spaces. */
export function wrapText(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && indent + longer.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  return lines.join(`\n${" ".repeat(indent)}`);
}
