/**
 * Workbooks of spreadsheets (.xlsx) as text with tabs, which everything that reads tables takes, and back. A workbook may
 * come from anyone: what it would unpack to is read off its directory first and bounded, what formulas say is not looked at
 * (their last values are), and macros, links and images are left where they are.
 */
import { WindageError } from "../error.ts";

/** What all parts of a workbook may unpack to, and what the text of one sheet may have. */
const mostUnpacked = 2 ** 28;
const mostText = 2 ** 27;
/** Usual workbooks have some dozens of parts. */
const mostParts = 2000;

/** Whether bytes are a workbook, and not text: a ZIP archive begins so, and no table does. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** The cells of one sheet of a workbook, as lines with tabs; `sheet` is its name or number, else the first that has cells. */
export async function workbookText(bytes: Uint8Array, file: string, sheet?: string): Promise<string> {
  requireBounded(bytes, file);
  const { readXlsx } = await import("hucre/xlsx");
  const book = await readXlsx(bytes).catch((cause: unknown) => {
    throw unreadable(file, cause instanceof Error ? cause.message : "it cannot be read", cause);
  });
  const shown = book.sheets.filter(({ hidden, veryHidden }) => hidden !== true && veryHidden !== true);
  const filled = shown.filter(({ rows }) =>
    rows.some((row) => row.some((cell) => cell !== null && cell !== "")),
  );
  const names = book.sheets.map(({ name }) => JSON.stringify(name)).join(", ");
  const wanted = sheet?.trim().toLowerCase();
  const found =
    wanted === undefined
      ? filled
      : [
          ...book.sheets.filter(({ name }) => name.trim().toLowerCase() === wanted),
          ...(/^\d+$/.test(wanted) ? book.sheets.slice(Number(wanted) - 1, Number(wanted)) : []),
        ].slice(0, 1);
  const [first] = found;
  if (first === undefined) {
    throw new WindageError("data/no-such-sheet", (say) =>
      sheet === undefined
        ? `${file}: got a workbook without a cell in it, expected a table`
        : `${file}: ${say("sheet")}: got ${JSON.stringify(sheet)}, expected one of ${names}, or a number from 1 to ${book.sheets.length}`,
    );
  }
  if (found.length > 1) {
    throw new WindageError(
      "data/several-sheets",
      (say) =>
        `${file}: got ${found.length} sheets with cells (${found.map(({ name }) => JSON.stringify(name)).join(", ")}), expected one table; say which with ${say("sheet")}`,
    );
  }
  const width = first.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const lines: string[] = [];
  let length = 0;
  for (const row of first.rows) {
    const line = Array.from({ length: width }, (_, i) => cellText(row[i])).join("\t");
    length += line.length;
    if (length > mostText) throw unreadable(file, `its text is longer than ${mostText} letters; split it`);
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}

/** A cell as it would stand in a table with tabs, on one line. */
function cellText(cell: string | number | boolean | Date | null | undefined): string {
  if (cell === null || cell === undefined) return "";
  // A name such as MARCH1 that a spreadsheet took for a date is no sequence any more, and is refused as one with its line.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : cell.toISOString().slice(0, 10);
  const line = String(cell).replaceAll(/[\t\r\n]+/g, " ");
  return line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line;
}

/** Throws for an archive that would unpack to more than any table has; the reader holds every part to what is declared. */
function requireBounded(bytes: Uint8Array, file: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The end of the directory stands in the last 64 kilobytes.
  let end = bytes.length - 22;
  const earliest = Math.max(0, bytes.length - 22 - 0xffff);
  while (end >= earliest && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < earliest) throw unreadable(file, "its directory is missing, as where a download broke off");
  const parts = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let part = 0; part < parts; part++) {
    if (parts > mostParts || at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) {
      throw unreadable(file, "its directory is broken");
    }
    // 2³² − 1 says that the size stands elsewhere, as it does for parts of more than four gigabytes.
    total += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (total > mostUnpacked) {
    throw unreadable(
      file,
      `it would unpack to ${total.toLocaleString("en-US")} bytes, more than the ${mostUnpacked.toLocaleString("en-US")} that are read; save the one sheet as csv`,
    );
  }
}

function unreadable(file: string, reason: string, cause?: unknown): WindageError {
  return new WindageError(
    "data/bad-workbook",
    `${file}: got a workbook that cannot be read: ${reason}. Save the sheet as csv, or make the file anew`,
    { cause },
  );
}

/** A sheet to write; texts stay texts, whatever they begin with, and are never computed. */
export interface SheetToWrite {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The bytes of a workbook; first rows stay in sight, and columns are as wide as what is in them. */
export async function workbookBytes(sheets: readonly SheetToWrite[]): Promise<Uint8Array> {
  const { writeXlsx } = await import("hucre/xlsx");
  return writeXlsx({
    sheets: sheets.map(({ name, rows }) => ({
      name,
      rows: rows.map((row) => [...row]),
      columns: (rows[0] ?? []).map((_, i) => ({ width: widthOf(rows.map((row) => row[i])) })),
      freezePane: { rows: 1 },
    })),
  });
}

function widthOf(cells: readonly (string | number | null | undefined)[]): number {
  const longest = cells.reduce<number>((most, cell) => Math.max(most, String(cell ?? "").length), 0);
  return Math.min(60, longest + 2);
}
