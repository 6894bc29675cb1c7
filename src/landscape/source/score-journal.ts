/**
 * An append-only file of scores that were paid for, as JSON lines: a header that names the oracle, then
 * {"sequence":…,"score":…} each. A line torn by a crash at the end is dropped and overwritten; damage anywhere
 * else is an error, since it means something other than a crash happened to the file.
 */

import { mkdir, open, readFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { WindageError } from "../../error.ts";
import type { ScoreStore } from "../cached-oracle.ts";

/** A journal opened for one oracle. */
export class ScoreJournal implements ScoreStore {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #entries: ReadonlyMap<string, number>;
  #writes: Promise<void> = Promise.resolve();

  private constructor(path: string, file: FileHandle, entries: ReadonlyMap<string, number>) {
    this.path = path;
    this.#file = file;
    this.#entries = entries;
  }

  /** Opens or creates the journal of the oracle with a given name. */
  static async open(path: string, oracle: string): Promise<ScoreJournal> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "a");
    try {
      const content = await readFile(path);
      const complete = content.lastIndexOf(0x0a) + 1;
      const entries = readEntries(content.toString("utf8", 0, complete), path, oracle);
      if (complete < content.length) await file.truncate(complete);
      if (complete === 0)
        await file.appendFile(`${JSON.stringify({ format: "windage-scores", version: 1, oracle })}\n`);
      return new ScoreJournal(path, file, entries);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** What earlier runs have asked. */
  entries(): ReadonlyMap<string, number> {
    return this.#entries;
  }

  /** Appends scores; calls are written one after the other. */
  append(scores: ReadonlyMap<string, number>): Promise<void> {
    const text = Array.from(scores, ([sequence, score]) => `${JSON.stringify({ sequence, score })}\n`).join(
      "",
    );
    const write = this.#writes
      .then(() => this.#file.appendFile(text))
      .catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new WindageError(
          "data/not-writable",
          `${this.path}: the scores could not be saved (${reason}); free some space, then ask again`,
          { cause, kind: "failure" },
        );
      });
    this.#writes = write.catch(() => undefined);
    return write;
  }

  /** Waits for what is being written and closes the file. */
  async close(): Promise<void> {
    await this.#writes;
    await this.#file.close();
  }
}

function readEntries(text: string, path: string, oracle: string): Map<string, number> {
  const entries = new Map<string, number>();
  const [header, ...lines] = text.split("\n").slice(0, -1);
  if (header === undefined) return entries;
  const head = parseObject(header);
  if (head?.["format"] !== "windage-scores" || head["version"] !== 1) {
    throw damaged(path, 1, header, 'the header {"format":"windage-scores","version":1,…}');
  }
  if (head["oracle"] !== oracle) {
    throw new WindageError(
      "data/wrong-journal",
      `${path}: holds scores of ${JSON.stringify(head["oracle"])}, expected those of ${JSON.stringify(oracle)}; ` +
        "use another file for each oracle, or give the oracle its old name",
    );
  }
  for (const [at, line] of lines.entries()) {
    const entry = parseObject(line);
    const { sequence, score } = entry ?? {};
    if (typeof sequence !== "string" || typeof score !== "number") {
      throw damaged(path, at + 2, line, 'a line {"sequence":…,"score":…}');
    }
    entries.set(sequence, score);
  }
  return entries;
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function damaged(path: string, line: number, got: string, expected: string): WindageError {
  return new WindageError(
    "data/corrupt",
    `${path}:${line}: got ${JSON.stringify(got.slice(0, 80))}, expected ${expected}; remove the broken line or the file`,
  );
}
