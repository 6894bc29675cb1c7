/** The text of a file with a table, whether it is text or the workbook of a spreadsheet. */
import { decodeText, readUserFile } from "./read-user-file.ts";
import { isWorkbook, workbookText } from "./spreadsheet.ts";

/** The text of bytes that somebody named `file`; `sheet` says which one of a workbook. */
export async function tableText(bytes: Uint8Array, file: string, sheet?: string): Promise<string> {
  return isWorkbook(bytes) ? workbookText(bytes, file, sheet) : decodeText(bytes, file);
}

/** The same of a file. */
export async function readTableText(path: string, sheet?: string, name = path): Promise<string> {
  return tableText(await readUserFile(path), name, sheet);
}
