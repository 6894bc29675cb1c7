/**
 * Appends to metrics.jsonl, one JSON object a line. Each line is handed to the system at once, so a killed
 * process loses none of them, and a write that fails is taken back, so a full disk leaves no half line.
 */

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { WindageError } from "../error.ts";
import { writeError } from "../file/durable-write.ts";
import { broken, type JsonValue } from "../file/json-document.ts";
import { runFiles, type Run } from "./layout.ts";

/** One line of metrics; numbers that are not finite are written as null. */
export interface MetricRow {
  readonly iteration: number;
  readonly [name: string]: JsonValue;
}

const intact = "The lines before it are intact.";

/** The size a file of lines has without an unfinished last one. */
function completeSize(file: number): number {
  let end = fstatSync(file).size;
  const piece = new Uint8Array(65_536);
  while (end > 0) {
    const start = Math.max(0, end - piece.length);
    const count = readSync(file, piece, 0, end - start, start);
    const at = piece.subarray(0, count).lastIndexOf(0x0a);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

export class MetricsWriter {
  readonly path: string;
  readonly #file: number;
  #size: number;

  /** Opens the file of a run whose lock the caller holds; an unfinished last line is cut off. */
  constructor(run: Run) {
    this.path = join(run.folder, runFiles.metrics);
    const flags =
      constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    try {
      this.#file = openSync(this.path, flags, 0o666);
    } catch (cause) {
      throw writeError(this.path, cause, intact);
    }
    try {
      if (!fstatSync(this.#file).isFile()) throw broken(this.path, "it is not a regular file");
      this.#size = completeSize(this.#file);
      ftruncateSync(this.#file, this.#size);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  /** Adds one line. */
  append(row: MetricRow): void {
    if (!Number.isSafeInteger(row.iteration) || row.iteration < 0) {
      throw new WindageError(
        "run/invalid-metrics",
        `metrics: got the iteration ${row.iteration}, expected a whole number of at least 0`,
      );
    }
    const bytes = Buffer.from(`${JSON.stringify(row)}\n`);
    try {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#size + done);
      }
    } catch (cause) {
      ftruncateSync(this.#file, this.#size);
      throw writeError(this.path, cause, intact);
    }
    this.#size += bytes.length;
  }

  /** Makes sure that what was added survives a power cut. */
  flush(): void {
    try {
      fdatasyncSync(this.#file);
    } catch (cause) {
      throw writeError(this.path, cause, intact);
    }
  }

  /** Flushes and closes the file. */
  close(): void {
    try {
      this.flush();
    } finally {
      closeSync(this.#file);
    }
  }
}
