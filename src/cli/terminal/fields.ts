/** Facts under labels for a terminal: a column of names and, beside it, values that wrap within their column. */

import type { TerminalStyle } from "./style.ts";
import { wrapText } from "./wrap.ts";

/** A label and its value; a value of several lines keeps them. */
export type Field = readonly [label: string, value: string];

/** Renders facts, indented by two spaces; without a width nothing is wrapped. */
export function renderFields(
  fields: readonly Field[],
  style: TerminalStyle,
  width: number | undefined,
): string {
  const column = Math.max(0, ...fields.map(([label]) => label.length)) + 4;
  return fields
    .map(([label, value]) => {
      const lines = value
        .split("\n")
        .map((line) => (width === undefined ? line : wrapText(line, Math.max(width, column + 20), column)));
      return `  ${style.dim(label)}${" ".repeat(column - 2 - label.length)}${lines.join(`\n${" ".repeat(column)}`)}`;
    })
    .join("\n");
}
