/**
 * Tables on pages and in what commands print, cell by cell: a figure of a page's table is found in the output by the
 * name of its row and the title of its column. Rows in the output have bars between their cells, and the first of them
 * above a row that has the same number of cells and no figures is its head.
 */

/** A cell with figures, by its row and column. */
export interface Cell {
  /** Which line of the text, from 0. */
  readonly line: number;
  /** The first cell of the row, and those after it that are words alone. */
  readonly row: string;
  readonly column: string;
  readonly text: string;
}

const separator = /^\|?(?: *:?-{3,}:? *\|?)+$/;

/** The cells of a line, without bars at its ends; undefined for a line without bars. */
function cellsOf(line: string): string[] | undefined {
  if (!line.includes("|") || line.trim() === "") return undefined;
  const text = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return text.split(/(?<!\\)\|/).map(plain);
}

/** Words without what sets them in other letters, and signs as programs write them. */
function plain(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/[`*]|\\(?=\|)/g, "")
    .replaceAll("−", "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** All cells but the names of the rows of the tables in some lines. */
export function tableCells(lines: readonly string[]): Cell[] {
  const found: Cell[] = [];
  let head: readonly string[] | undefined;
  for (const [line, typed] of lines.entries()) {
    if (separator.test(typed.trim())) continue;
    const cells = cellsOf(typed);
    if (cells === undefined || cells.length !== head?.length) {
      head = cells;
      continue;
    }
    const rest = cells.findIndex((cell, i) => i > 0 && !/^\p{L}\D*$/u.test(cell));
    if (rest === -1) continue;
    const row = cells.slice(0, rest).join(" | ");
    for (const [i, text] of cells.entries()) {
      if (i >= rest) found.push({ line, row, column: head[i]!, text });
    }
  }
  return found;
}

/** The cell of a row and a column, whatever letters are large. */
export function cellOf(cells: readonly Cell[], row: string, column: string): Cell | undefined {
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  return cells.find((cell) => same(cell.row, row) && same(cell.column, column));
}
