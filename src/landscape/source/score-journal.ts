/**
 * An append-only file of scores that were paid for, as JSON lines: a header that names the oracle, then
 * {"sequence":…,"score":…,"check":…} each. A score is handed to the system the moment it is added, so a killed process loses
 * none; it is flushed to the disk within a second, and at the latest when the journal is closed, so a power cut
 * costs at most the last second. A line torn by a crash at the end is dropped and overwritten, and one of zeros, which a
 * power cut leaves, is passed over; other damage is an error, since something other than that happened to the file.
 */

import { dirname } from "node:path";
import { WindageError } from "../../error.ts";
import { makeFolder } from "../../file/durable-write.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { type JsonObject, tryParseObject } from "../../file/json-document.ts";
import { LineFile } from "../../file/line-file.ts";
import { seal } from "../../file/seal.ts";
import type { ScoreStore } from "../oracle/cached-oracle.ts";
import { ScoreTable } from "../oracle/score-table.ts";

/** The largest journal we read back; about ten million scores. */
export const MAX_JOURNAL_BYTES = 2 ** 30;
/** A power cut may cost the scores of this long. */
const FLUSH_MS = 1_000;

/** Whether there is a journal with scores, which would have to be asked for again without it. */
export async function hasScores(path: string): Promise<boolean> {
  const text = await readSmallText(path, MAX_JOURNAL_BYTES).catch(() => null);
  const [, ...scores] = text?.trimEnd().split("\n") ?? [];
  return scores.length > 0;
}

/** A journal on disk of the scores that one oracle has given, so that none is paid for twice. */
export class ScoreJournal implements ScoreStore {
  readonly #file: LineFile;
  /** Until somebody has taken them. */
  #entries: ScoreTable;
  #timer: NodeJS.Timeout | undefined;

  private constructor(file: LineFile, entries: ScoreTable) {
    this.#file = file;
    this.#entries = entries;
  }

  /**
   * Opens or creates the journal of an oracle, named so that no other has that name: by all that its scores depend on.
   * A journal under the name it had `formerly` is opened as well, and keeps that name.
   */
  static async open(
    path: string,
    oracle: string,
    { formerly }: { readonly formerly?: string } = {},
  ): Promise<ScoreJournal> {
    await makeFolder(dirname(path));
    const file = new LineFile(path, MAX_JOURNAL_BYTES);
    try {
      const entries = readEntries(file.lines(), path, [oracle, formerly]);
      if (file.size === 0) {
        file.append(`${JSON.stringify({ format: "windage-scores", version: 1, oracle })}\n`);
        // Without its first line nothing after it can be used.
        file.flush();
      }
      return new ScoreJournal(file, entries);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get path(): string {
    return this.#file.path;
  }

  /** What earlier runs have asked. */
  entries(): ScoreTable {
    const entries = this.#entries;
    this.#entries = new ScoreTable();
    return entries;
  }

  /** Adds scores, which are the system's before this returns. */
  append(scores: ReadonlyMap<string, number>): Promise<void> {
    const lines = Array.from(scores, ([sequence, score]) => `${JSON.stringify(seal({ sequence, score }))}\n`);
    try {
      this.#file.append(lines.join(""));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return Promise.reject(
        new WindageError(
          "data/not-writable",
          `${this.path}: the scores could not be saved (${reason}); free some space, then ask again`,
          { cause, kind: "failure" },
        ),
      );
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#file.flushSoon();
    }, FLUSH_MS).unref();
    return Promise.resolve();
  }

  /** Flushes and closes the file. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#file.close();
    return Promise.resolve();
  }
}

function readEntries(
  lines: Iterable<string>,
  path: string,
  names: readonly (string | undefined)[],
): ScoreTable {
  const entries = new ScoreTable();
  let at = 0;
  for (const line of lines) {
    if (++at === 1) requireHeader(line, path, names);
    // A power cut may keep the length of what was not flushed and lose the content, in the middle of others too.
    else if (!line.includes("\0")) {
      const { sequence, score } = fieldsOf(line);
      if (typeof sequence !== "string" || typeof score !== "number") {
        throw damaged(path, at, line, 'a line {"sequence":…,"score":…} as it was written');
      }
      entries.add(sequence, score);
    }
  }
  return entries;
}

function requireHeader(header: string, path: string, names: readonly (string | undefined)[]): void {
  const head = fieldsOf(header);
  if (head["format"] !== "windage-scores" || head["version"] !== 1) {
    throw damaged(path, 1, header, 'the header {"format":"windage-scores","version":1,…}');
  }
  if (typeof head["oracle"] !== "string" || !names.includes(head["oracle"])) {
    throw new WindageError(
      "data/wrong-journal",
      `${path}: holds scores of ${JSON.stringify(head["oracle"])?.slice(0, 400)}, expected those of ${JSON.stringify(names[0])}; ` +
        "use another file for each oracle, or give the oracle its old name",
    );
  }
}

/** The fields of a line; none where it is damaged. */
function fieldsOf(line: string): JsonObject {
  const parsed = tryParseObject(line);
  return "object" in parsed ? parsed.object : {};
}

function damaged(path: string, line: number, got: string, expected: string): WindageError {
  return new WindageError(
    "data/corrupt",
    `${path}:${line}: got ${JSON.stringify(got.slice(0, 80))}, expected ${expected}; remove the broken line or the file`,
  );
}
