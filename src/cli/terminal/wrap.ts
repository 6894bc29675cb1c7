/** Breaks prose into lines for a terminal. Words longer than a line stay whole, so that paths can be copied. */

import { visibleLength } from "./style.ts";

/** Stands for a space that must not become a line break. */
const bound = "\u0001";

/** Lines to be typed within prose: in quotes, or after a colon to the end. */
const commands = /"(?:npx )?(?:windage|npm) [^"]+"|(?<=: )(?:npx )?(?:windage|npm) .+$/g;

/** A command that is broken in two does not work when it is copied, so it stays whole, however long it is. */
function boundCommands(text: string): string {
  return text.replaceAll(commands, (command) => command.replaceAll(" ", bound));
}

/** Wraps `text` at `width` columns and indents every line but the first by `indent` spaces. */
export function wrapText(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of boundCommands(text).split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && indent + longer.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  return lines.join(`\n${" ".repeat(indent)}`).replaceAll(bound, " ");
}

/**
 * Wraps the lines of a text that are too long, each with the indent it has; without a width nothing is wrapped. Rows of
 * tables and pictures, which have wide gaps, stay as they are: broken in two, they would be worse.
 */
export function wrapLines(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const wrap = (line: string): string => {
    if (visibleLength(line) <= width || line.trim().includes("  ")) return line;
    const indent = line.length - line.trimStart().length;
    return `${line.slice(0, indent)}${wrapText(line.trim(), width, indent)}`;
  };
  return text.split("\n").map(wrap).join("\n");
}

/** A line to be typed, broken where a shell lets it go on in the next one; what is in quotes stays whole. */
export function wrapShellLine(line: string, width: number, indent: number): string {
  if (indent + line.length <= width) return line;
  const whole = line.replaceAll(/'[^']*'|"[^"]*"/g, (quoted) => quoted.replaceAll(" ", bound));
  return wrapText(whole, width - 2, indent + 4).replaceAll("\n", " \\\n");
}
