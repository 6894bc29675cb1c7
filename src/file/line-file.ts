/**
 * A file of lines that only grows at its end, such as metrics and journals. What is added is handed to the system
 * at once, so a killed process loses none of it; a write that fails is taken back, so a full disk leaves no half
 * line; `flush` makes it survive a power cut. It is opened through the gate (`folder-file.ts`), and an unfinished
 * last line, which a crash may have left, is cut off first. What the lines mean is said elsewhere.
 */

import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { AddedLines } from "./added-lines.ts";
import { syncFolderNow, writeError } from "./durable-write.ts";
import { openForUpdate } from "./folder-file.ts";
import { WindageError } from "../error.ts";

const intact = "The lines before it are intact.";

export class LineFile {
  readonly path: string;
  readonly #file: number;
  readonly #mostBytes: number;
  #size: number;
  #flushing = false;
  #closed = false;

  /** Opens or makes the file; whoever writes holds the lock of its folder. */
  constructor(path: string, mostBytes: number) {
    this.path = path;
    this.#mostBytes = mostBytes;
    try {
      this.#file = openForUpdate(path, mostBytes);
    } catch (cause) {
      throw cause instanceof WindageError ? cause : writeError(path, cause, intact);
    }
    try {
      this.#size = completeSize(this.#file);
      ftruncateSync(this.#file, this.#size);
      // Of a new file the name has to outlive a power cut too, not the content alone.
      if (this.#size === 0) syncFolderNow(dirname(path));
    } catch (cause) {
      closeSync(this.#file);
      throw writeError(path, cause, intact);
    }
  }

  /** Bytes in complete lines. */
  get size(): number {
    return this.#size;
  }

  /** All lines, without their ends. */
  lines(): Iterable<string> {
    return new AddedLines(this.#file, this.#size);
  }

  /** Adds whole lines, each with its end. */
  append(lines: string): void {
    const bytes = Buffer.from(lines);
    if (this.#size + bytes.length > this.#mostBytes) {
      throw new WindageError(
        "run/file-too-large",
        `${this.path}: it would have more than ${this.#mostBytes} bytes, which nothing of ours reads back; ${intact}`,
        { kind: "failure" },
      );
    }
    try {
      if (this.#closed) throw new Error("the file is closed");
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#size + done);
      }
    } catch (cause) {
      if (!this.#closed) ftruncateSync(this.#file, this.#size);
      throw writeError(this.path, cause, intact);
    }
    this.#size += bytes.length;
  }

  /** Whether the file is still where it was opened; a deleted folder takes what is written with it, unnoticed. */
  get inPlace(): boolean {
    const here = statSync(this.path, { throwIfNoEntry: false });
    const own = fstatSync(this.#file);
    return here !== undefined && here.ino === own.ino && here.dev === own.dev;
  }

  /** Makes sure that what was added survives a power cut. */
  flush(): void {
    try {
      fdatasyncSync(this.#file);
    } catch (cause) {
      throw writeError(this.path, cause, intact);
    }
  }

  /** The same without waiting for it; a failure shows at the next `flush`. */
  flushSoon(): void {
    if (this.#flushing || this.#closed) return;
    this.#flushing = true;
    fdatasync(this.#file, () => {
      this.#flushing = false;
    });
  }

  /** Flushes and closes the file; once is enough. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      this.flush();
    } finally {
      closeSync(this.#file);
    }
  }
}

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
