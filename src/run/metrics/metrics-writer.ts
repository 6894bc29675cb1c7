/**
 * Appends to metrics.jsonl, one JSON object with its check a line (`line-file.ts` says what survives what). Long runs are thinned:
 * every iteration has a line up to the first hundred thousand, then every tenth up to a million, and so on. Which
 * ones is a matter of the iteration alone, so that an interrupted run writes the same file as one that was not, and
 * no run grows a file that readers would refuse.
 */

import { join } from "node:path";
import { WindageError } from "../../error.ts";
import type { JsonValue } from "../../file/json-document.ts";
import { LineFile } from "../../file/line-file.ts";
import { seal } from "../../file/seal.ts";
import { runFiles, type Run } from "../layout.ts";

/** One line of metrics; numbers that are not finite are written as null. */
export interface MetricRow {
  readonly iteration: number;
  readonly [name: string]: JsonValue;
}

/** The most that writers write and readers read; a thinned run of any length stays far below it. */
export const MAX_METRICS_BYTES = 2 ** 34;

/** Up to here every iteration has its line. */
const EVERY_ITERATION = 100_000;

/** Of how many iterations one has a line, after so many are done. */
export function metricsStride(done: number): number {
  let stride = 1;
  for (let decade = EVERY_ITERATION; done > decade; decade *= 10) stride *= 10;
  return stride;
}

/** Whether an iteration (counted from 0) has a line; those that end at a round number do. */
export function hasLine(iteration: number): boolean {
  const done = iteration + 1;
  return done % metricsStride(done) === 0;
}

/** How many lines a run has after so many iterations. */
export function linesAfter(done: number): number {
  let [lines, from, stride] = [0, 0, 1];
  for (let decade = EVERY_ITERATION; ; decade *= 10, stride *= 10) {
    const to = Math.min(done, decade);
    lines += Math.floor(to / stride) - Math.floor(from / stride);
    if (done <= decade) return lines;
    from = decade;
  }
}

/** Appends to a run's metrics.jsonl, one JSON object with its checksum a line. */
export class MetricsWriter {
  readonly #file: LineFile;

  /** Opens the file of a run whose lock the caller holds; an unfinished last line is cut off. */
  constructor(run: Run) {
    this.#file = new LineFile(join(run.folder, runFiles.metrics), MAX_METRICS_BYTES);
  }

  get path(): string {
    return this.#file.path;
  }

  /** Adds one line, unless the run is so long that this one is left out. */
  append(row: MetricRow): void {
    if (!Number.isSafeInteger(row.iteration) || row.iteration < 0) {
      throw new WindageError(
        "run/invalid-metrics",
        `metrics: got the iteration ${row.iteration}, expected a whole number of at least 0`,
      );
    }
    if (hasLine(row.iteration)) this.#file.append(`${JSON.stringify(seal(row))}\n`);
  }

  /** Makes sure that what was added survives a power cut; throws when the file is no longer there. */
  flush(): void {
    if (!this.#file.inPlace) {
      throw new WindageError(
        "run/folder-gone",
        `${this.path}: it was moved or deleted while the run was training, so nothing that was written since can be found; leave run folders where they are until training ends`,
        { kind: "failure" },
      );
    }
    this.#file.flush();
  }

  /** Flushes and closes the file. */
  close(): void {
    this.#file.close();
  }
}
