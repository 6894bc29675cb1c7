/** Rows of a table as they are read, and what can be said of their cells before it is known what they are. */

export interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

/** What a column to forecast is called elsewhere. */
export const targetNames = ["y", "target", "value"];

/** Whether more than half of the rows are so. */
export function mostly(rows: readonly Row[], holds: (row: Row) => boolean): boolean {
  return 2 * rows.filter(holds).length > rows.length;
}

/** A cell that is neither a number nor missing. */
export function isWord(field: string | undefined): boolean {
  const text = (field ?? "").trim();
  return text !== "" && !Number.isFinite(Number(text)) && !/^(na|nan|null|none|-|n\/a|\?)$/i.test(text);
}
