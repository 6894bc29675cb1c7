/**
 * Reads metrics.jsonl, also while it is being written: a last line without its end is left out and said so;
 * lines that are no metrics are skipped, counted and the first few described. Nothing a file contains makes
 * the reader throw, apart from being no regular file or larger than any run of ours. Cutting the file before a
 * run goes on is in `truncate-metrics.ts`.
 */

import { join } from "node:path";
import { openRegularFile, readFully, type OpenedFile } from "../../file/folder-file.ts";
import { tryParseObject, type JsonObject } from "../../file/json-document.ts";
import { runFiles, type Run } from "../layout.ts";
import { linesAfter, MAX_METRICS_BYTES, type MetricRow } from "./metrics-writer.ts";
import { readStatus } from "../status.ts";

/** A line that could not be used. */
export interface MetricsProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly problem: string;
}

/** What a metrics file holds. */
export interface MetricsReading {
  readonly rows: readonly MetricRow[];
  /** The last usable line, which may be left out of thinned rows; null when there is none. */
  readonly last: MetricRow | null;
  /** The first few unusable lines. */
  readonly problems: readonly MetricsProblem[];
  /** How many lines were unusable. */
  readonly skipped: number;
  /** How many iterations have no line although `windage train` writes one for them. */
  readonly missing: number;
  /** Whether the file ends in the middle of a line. */
  readonly torn: boolean;
  /** Of how many usable lines one is among `rows`; 1 but for files of more than a million. */
  readonly every: number;
}

const MAX_LINE = 2 ** 20;
/** More rows than this are thinned while they are read, so that no file is too long to be looked at. */
const MAX_ROWS = 1_000_000;
const SHOWN = 10;
const TAIL = 2 ** 16;

function isRow(object: JsonObject): object is JsonObject & MetricRow {
  const iteration = Object.hasOwn(object, "iteration") ? object["iteration"] : undefined;
  return typeof iteration === "number" && Number.isSafeInteger(iteration) && iteration >= 0;
}

/** The metrics of one line, or what is wrong with it. */
export function readMetricsLine(
  line: Uint8Array,
): { readonly row: MetricRow } | { readonly problem: string } {
  if (line.length > MAX_LINE) return { problem: `it has more than ${MAX_LINE} bytes` };
  const parsed = tryParseObject(new TextDecoder().decode(line));
  if ("problem" in parsed) return parsed;
  if (isRow(parsed.object)) return { row: parsed.object };
  return { problem: 'it has no "iteration" that is a whole number' };
}

interface Line {
  /** Of a line too long to be used, only its beginning. */
  readonly line: Uint8Array;
  /** The offset after its end. */
  readonly end: number;
}

/** Gives each complete line; returns the offset after the last of them. */
export async function* linesOf(file: OpenedFile): AsyncGenerator<Line, number> {
  let start = 0;
  let begun: Uint8Array[] = [];
  let begunLength = 0;
  for (let position = 0; position < file.size;) {
    const piece = new Uint8Array(Math.min(MAX_LINE, file.size - position));
    // A file that another process cut in the meantime ends here.
    if (!(await readFully(file.handle, piece, position))) return start;
    let from = 0;
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, from)) {
      start = position + at + 1;
      yield { line: Buffer.concat([...begun, piece.subarray(from, at)]), end: start };
      begun = [];
      begunLength = 0;
      from = at + 1;
    }
    // A gigabyte without a line end must not be collected.
    if (begunLength <= MAX_LINE) begun.push(piece.subarray(from));
    begunLength += piece.length - from;
    position += piece.length;
  }
  return start;
}

/** Reads all metrics that a run has logged, one row per iteration. */
export async function readMetrics(run: Run): Promise<MetricsReading> {
  // A status that cannot be read is told by whoever shows it.
  const done = (await readStatus(run).catch(() => undefined))?.iterations ?? 0;
  const file = await openRegularFile(join(run.folder, runFiles.metrics), MAX_METRICS_BYTES);
  if (file === undefined)
    return {
      rows: [],
      last: null,
      problems: [],
      skipped: 0,
      missing: linesAfter(done),
      torn: false,
      every: 1,
    };
  try {
    let rows: MetricRow[] = [];
    let last: MetricRow | null = null;
    let [every, usable] = [1, 0];
    const problems: MetricsProblem[] = [];
    let skipped = 0;
    const lines = linesOf(file);
    for (let number = 1; ; number++) {
      const next = await lines.next();
      if (next.done === true) {
        // Whoever writes metrics of their own may leave out what they like.
        const trained = typeof run.record.config["iterations"] === "number";
        const missing = trained
          ? Math.max(0, linesAfter(Math.max(done, (last?.iteration ?? -1) + 1)) - usable - skipped)
          : 0;
        return { rows, last, problems, skipped, missing, torn: next.value < file.size, every };
      }
      const read = readMetricsLine(next.value.line);
      if ("row" in read) {
        last = read.row;
        if (usable++ % every === 0) rows.push(read.row);
        if (rows.length > MAX_ROWS) {
          rows = rows.filter((_, i) => i % 2 === 0);
          every *= 2;
        }
      } else {
        skipped++;
        if (problems.length < SHOWN) problems.push({ line: number, problem: read.problem });
      }
    }
  } finally {
    await file.handle.close();
  }
}

/** What is wrong with metrics, in words; empty where nothing is. */
export function metricsDamage({ skipped, missing, torn }: MetricsReading): readonly string[] {
  return [
    ...(skipped > 0 ? [`${skipped} lines of its metrics cannot be used`] : []),
    ...(missing > 0 ? [`the lines of ${missing} iterations are missing from its metrics`] : []),
    ...(torn ? ["its metrics end in the middle of a line"] : []),
  ];
}

/** The last usable line of a file of metrics, and how many after it are damaged. */
export interface LastMetrics {
  readonly row: MetricRow | null;
  readonly damaged: number;
}

/** Finds the last usable line from the end of the file; none when the last 64 kB have none. */
export async function readLastMetrics(run: Run): Promise<LastMetrics> {
  const file = await openRegularFile(join(run.folder, runFiles.metrics), MAX_METRICS_BYTES);
  if (file === undefined) return { row: null, damaged: 0 };
  try {
    const start = Math.max(0, file.size - TAIL);
    const tail = new Uint8Array(file.size - start);
    if (!(await readFully(file.handle, tail, start))) return { row: null, damaged: 0 };
    let damaged = 0;
    for (let end = tail.lastIndexOf(0x0a); end >= 0;) {
      const before = end === 0 ? -1 : tail.lastIndexOf(0x0a, end - 1);
      // The first line of the tail may have begun before it.
      if (before >= 0 || start === 0) {
        const read = readMetricsLine(tail.subarray(before + 1, end));
        if ("row" in read) return { row: read.row, damaged };
        damaged++;
      }
      end = before;
    }
    return { row: null, damaged };
  } finally {
    await file.handle.close();
  }
}
