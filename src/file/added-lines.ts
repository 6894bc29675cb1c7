/**
 * The lines that were added to an open file since one last looked, for files that several processes add to: each walk
 * gives what is new and complete, and keeps an unfinished line for the next. It neither opens nor closes the file.
 */
import { fstatSync, readSync } from "node:fs";

/** Bytes read at a time. */
const most = 2 ** 20;
/** No line of ours is longer; of one that is, only the beginning is given, which nobody takes for a whole line. */
const longest = 2 ** 21;

export class AddedLines implements Iterable<string> {
  readonly #file: number;
  readonly #mostBytes: number;
  // One for all walks, so that a letter of several bytes may be cut between two of them.
  readonly #decoder = new TextDecoder();
  /** What follows the last line break read so far. */
  #rest = "";
  #position = 0;

  /** Nothing behind `mostBytes` is read. */
  constructor(file: number, mostBytes = Infinity) {
    this.#file = file;
    this.#mostBytes = mostBytes;
  }

  /** Passes over bytes that need not be read because one has written them oneself: whole lines, right behind the last. */
  pass(bytes: number): void {
    this.#position += bytes;
  }

  /** Whether everything up to this byte was read, and no line is unfinished there. */
  isAt(position: number): boolean {
    return this.#position === position && this.#rest === "";
  }

  *[Symbol.iterator](): Generator<string> {
    const end = Math.min(fstatSync(this.#file).size, this.#mostBytes);
    while (this.#position < end) {
      const bytes = new Uint8Array(Math.min(end - this.#position, most));
      const count = readSync(this.#file, bytes, 0, bytes.length, this.#position);
      // Another process has cut it in the meantime.
      if (count === 0) break;
      this.#position += count;
      const text = this.#decoder.decode(bytes.subarray(0, count), { stream: true });
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop()!.slice(0, longest);
      yield* lines;
    }
  }
}
