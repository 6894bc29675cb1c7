/**
 * Reads a file of series piece by piece, so that it says how far it is, hears that it is to stop, and refuses within the
 * first pieces what Node has no room for. What the rows mean is `readSeries`' part.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { breathe } from "../../breathe.ts";
import { WindageError } from "../../error.ts";
import { readUserPieces, textPieces } from "../../file/read-user-file.ts";
import type { Progress } from "../../forecast/pool/backtest.ts";
import type { ReadOptions, SeriesTable } from "../../forecast/series/read-series.ts";
import { seriesOfRows, soundRow } from "../../forecast/series/read-series.ts";
import { delimiterOf, headLines } from "../../forecast/series/table-head.ts";
import type { Row } from "../../forecast/series/table-row.ts";
import { CsvRows } from "../../landscape/text/csv-rows.ts";
import { costText, requireRoom } from "./table-size.ts";

/** A file's series, and the digest of the file. */
export interface ReadTable {
  readonly table: SeriesTable;
  readonly sha256: string;
}

/** Reading is told in thousandths; cutting the file into rows is about a fifth of the work. */
const thousandths = 1000;
const cutting = 220;

export async function readTable(
  file: string,
  options: ReadOptions,
  progress: Pick<Progress, "onStep" | "signal"> = {},
): Promise<ReadTable> {
  let what = `reading ${basename(file)}`;
  const tell = async (done: number): Promise<void> => {
    await progress.onStep?.(Math.floor(done), thousandths, what);
    await breathe();
    requireWanted(file, progress.signal);
  };
  const hash = createHash("sha256");
  const textOf = textPieces(file);
  const rows: Row[] = [];
  let waiting = "";
  let cutter: CsvRows | undefined;
  const cut = (text: string, isLast: boolean): void => {
    waiting += text;
    // What separates columns is seen in the first lines.
    if (cutter === undefined && !isLast && waiting.length < longestHead && linesIn(waiting) < headLines)
      return;
    cutter ??= new CsvRows(delimiterOf(waiting));
    for (const row of cutter.push(waiting)) rows.push(soundRow(row, file));
    waiting = "";
    if (isLast) for (const row of cutter.end()) rows.push(soundRow(row, file));
  };
  await readUserPieces(file, async (piece, before, size) => {
    hash.update(piece);
    const read = before + piece.length;
    cut(textOf(piece, read === size), read === size);
    const seen = { rows: rows.length, columns: rows.at(-1)?.fields.length ?? 0, read, size };
    requireRoom(file, seen);
    what = `reading ${basename(file)}${costText(seen)}`;
    await tell((cutting * read) / size);
  });
  const steps = seriesOfRows(rows, file, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      await tell(thousandths);
      return { table: value, sha256: hash.digest("hex") };
    }
    await tell(cutting + (thousandths - cutting) * value);
  }
}

/** Longer first lines are those of no table. */
const longestHead = 2 ** 24;

function linesIn(text: string): number {
  return text.split(/\r\n?|\n/, headLines + 1).length - 1;
}

function requireWanted(file: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new WindageError(
    "run/stopped",
    `Stopped while reading ${file}; nothing had been computed, so nothing is kept.`,
    { kind: "failure" },
  );
}
