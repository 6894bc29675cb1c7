/**
 * Reads metrics.jsonl, also while it is being written: a last line without its end is left out and said so;
 * lines that are no metrics are skipped, counted and the first few described. Nothing a file contains makes
 * the reader throw, apart from being no regular file or larger than any run of ours.
 */

import { open } from "node:fs/promises";
import { join } from "node:path";
import { writeError } from "../file/durable-write.ts";
import { openRegularFile, readFully, type OpenedFile } from "../file/folder-file.ts";
import { tryParseObject, type JsonObject } from "../file/json-document.ts";
import { runFiles, type Run } from "./layout.ts";
import type { MetricRow } from "./metrics-writer.ts";

/** A line that could not be used. */
export interface MetricsProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly problem: string;
}

/** What a metrics file holds. */
export interface Metrics {
  readonly rows: readonly MetricRow[];
  /** The first few unusable lines. */
  readonly problems: readonly MetricsProblem[];
  /** How many lines were unusable. */
  readonly skipped: number;
  /** Whether the file ends in the middle of a line. */
  readonly torn: boolean;
}

const MAX_BYTES = 2 ** 30;
const MAX_LINE = 2 ** 20;
const SHOWN = 10;
const TAIL = 2 ** 16;

function isRow(object: JsonObject): object is JsonObject & MetricRow {
  const iteration = Object.hasOwn(object, "iteration") ? object["iteration"] : undefined;
  return typeof iteration === "number" && Number.isSafeInteger(iteration) && iteration >= 0;
}

/** The metrics of one line, or what is wrong with it. */
function readLine(line: Uint8Array): { readonly row: MetricRow } | { readonly problem: string } {
  if (line.length > MAX_LINE) return { problem: `it has more than ${MAX_LINE} bytes` };
  const parsed = tryParseObject(new TextDecoder().decode(line));
  if ("problem" in parsed) return parsed;
  if (isRow(parsed.object)) return { row: parsed.object };
  return { problem: 'it has no "iteration" that is a whole number' };
}

interface Line {
  /** Of a line too long to be used, only its beginning. */
  readonly line: Uint8Array;
  /** The offset it begins at. */
  readonly start: number;
}

/** Gives each complete line; returns the offset after the last of them. */
async function* linesOf(file: OpenedFile): AsyncGenerator<Line, number> {
  let start = 0;
  let begun: Uint8Array[] = [];
  let begunLength = 0;
  for (let position = 0; position < file.size;) {
    const piece = new Uint8Array(Math.min(MAX_LINE, file.size - position));
    // A file that another process cut in the meantime ends here.
    if (!(await readFully(file.handle, piece, position))) return start;
    let from = 0;
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, from)) {
      yield { line: Buffer.concat([...begun, piece.subarray(from, at)]), start };
      begun = [];
      begunLength = 0;
      from = at + 1;
      start = position + from;
    }
    // A gigabyte without a line end must not be collected.
    if (begunLength <= MAX_LINE) begun.push(piece.subarray(from));
    begunLength += piece.length - from;
    position += piece.length;
  }
  return start;
}

/** All metrics of a run. */
export async function readMetrics(run: Run): Promise<Metrics> {
  const file = await openRegularFile(join(run.folder, runFiles.metrics), MAX_BYTES);
  if (file === undefined) return { rows: [], problems: [], skipped: 0, torn: false };
  try {
    const rows: MetricRow[] = [];
    const problems: MetricsProblem[] = [];
    let skipped = 0;
    const lines = linesOf(file);
    for (let number = 1; ; number++) {
      const next = await lines.next();
      if (next.done === true) return { rows, problems, skipped, torn: next.value < file.size };
      const read = readLine(next.value.line);
      if ("row" in read) rows.push(read.row);
      else {
        skipped++;
        if (problems.length < SHOWN) problems.push({ line: number, problem: read.problem });
      }
    }
  } finally {
    await file.handle.close();
  }
}

/** The last usable line, found from the end of the file; undefined when the last 64 kB have none. */
export async function readLastMetrics(run: Run): Promise<MetricRow | undefined> {
  const file = await openRegularFile(join(run.folder, runFiles.metrics), MAX_BYTES);
  if (file === undefined) return undefined;
  try {
    const start = Math.max(0, file.size - TAIL);
    const tail = new Uint8Array(file.size - start);
    if (!(await readFully(file.handle, tail, start))) return undefined;
    for (let end = tail.lastIndexOf(0x0a); end >= 0;) {
      const before = end === 0 ? -1 : tail.lastIndexOf(0x0a, end - 1);
      // The first line of the tail may have begun before it.
      if (before >= 0 || start === 0) {
        const read = readLine(tail.subarray(before + 1, end));
        if ("row" in read) return read.row;
      }
      end = before;
    }
    return undefined;
  } finally {
    await file.handle.close();
  }
}

/**
 * Drops everything from the first line beyond `afterIteration`, and an unfinished last line, so that a run
 * resumed from that iteration does not tell it twice. One cut at one place: a crash leaves all or nothing.
 * Returns how many bytes went.
 */
export async function truncateMetrics(run: Run, afterIteration: number): Promise<number> {
  const path = join(run.folder, runFiles.metrics);
  const file = await openRegularFile(path, MAX_BYTES);
  if (file === undefined) return 0;
  let keep: number;
  try {
    const lines = linesOf(file);
    for (;;) {
      const next = await lines.next();
      if (next.done === true) {
        keep = next.value;
        break;
      }
      const read = readLine(next.value.line);
      if ("row" in read && read.row.iteration > afterIteration) {
        keep = next.value.start;
        break;
      }
    }
  } finally {
    await file.handle.close();
  }
  if (keep === file.size) return 0;
  try {
    const writable = await open(path, "r+");
    try {
      await writable.truncate(keep);
      await writable.sync();
    } finally {
      await writable.close();
    }
  } catch (cause) {
    throw writeError(path, cause, "The metrics are unchanged.");
  }
  return file.size - keep;
}
