/** Facts under labels for a terminal: a column of names and, beside it, values that wrap within their column. */

import type { TerminalStyle } from "./style.ts";
import { wrapText } from "./wrap.ts";

/** A label and its value; a value of several lines keeps them. */
export type Field = readonly [label: string, value: string];

/**
 * Renders facts, indented by two spaces; without a width nothing is wrapped. Half a terminal is enough for labels: the
 * value of a longer one begins on the next line.
 */
export function renderFields(
  fields: readonly Field[],
  style: TerminalStyle,
  width: number | undefined,
): string {
  const longest = Math.max(0, ...fields.map(([label]) => label.length)) + 4;
  const column = width === undefined ? longest : Math.min(longest, Math.floor(width / 2));
  const below = `\n${" ".repeat(column)}`;
  return fields
    .map(([label, value]) => {
      const lines = value
        .split("\n")
        .map((line) => (width === undefined ? line : wrapText(line, width, column)));
      const space = label.length + 4 > column ? below : " ".repeat(column - 2 - label.length);
      return `  ${style.dim(label)}${space}${lines.join(below)}`;
    })
    .join("\n");
}
